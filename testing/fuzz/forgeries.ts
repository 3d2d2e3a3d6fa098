import type { TestApp } from '../app/app.ts';
import { type Random, seededRandom } from '../app/seeded-random.ts';
import type { SentNotification } from '../factories/shop.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';

/** Forged payment notifications in the formats of all channels, by seed and number. */

/** A channel and its unpaid orders. */
export type Victim = { gateway: FakeGateway; orders: readonly string[] };
export type ForgeryPlan = {
  seed: number;
  runs: number;
  first?: number;
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
};
export type AcceptedForgery = { run: number; channel: string; sent: SentNotification };

type Sample = {
  victim: Victim;
  /** The genuine notification. */
  signed: SentNotification;
  /** Notifications with another signer or another content. */
  altered: readonly SentNotification[];
};

const AT_ONCE = 8;
const SAMPLES = 24;
const SIGNATURES = [
  'wechatpay-signature',
  'wechatpay-serial',
  'wechatpay-nonce',
  'wechatpay-timestamp',
  'stripe-signature',
];
/** One in this many forgeries is sent over HTTP. */
const OVER_HTTP = 16;

/** Sends forgeries and returns the accepted ones. The clock must stand still. */
export async function forgeNotifications(
  site: TestApp,
  victims: readonly Victim[],
  { seed, runs, first = 0, signal, onProgress }: ForgeryPlan,
): Promise<AcceptedForgery[]> {
  const samples = victims.map((victim) => Array.from({ length: SAMPLES }, (_, index) => sampleOf(victim, index)));
  const accepted: AcceptedForgery[] = [];
  let next = first;
  const lane = async () => {
    while (next < first + runs && !signal?.aborted) {
      const run = next++;
      const random = seededRandom(seed, run);
      const sample = random.oneOf(samples[run % samples.length] ?? []);
      const { channel } = sample.victim.gateway;
      const sent = forge(random, sample);
      const refusal = channel.answer('refused');
      const { status, body } = await deliver(site, channel.id, sent, random.below(OVER_HTTP) === 0);
      if (status !== refusal.status || body !== refusal.body) accepted.push({ run, channel: channel.id, sent });
      onProgress?.(run - first + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return accepted;
}

function sampleOf(victim: Victim, index: number): Sample {
  const { gateway, orders } = victim;
  const no = orders[index % orders.length] ?? '';
  const signed = gateway.pay(no);
  const altered = [
    gateway.pay(no, { signature: 'forged' }),
    gateway.pay(no, { signature: 'forged', amount: 1 }),
    gateway.pay(no, { signature: 'probe' }),
    // Signed with the channel's real key, but with another amount.
    gateway.pay(no, { amount: index * 100 + 1 }),
    gateway.pay(no, { merchant: 'M0000001' }),
    gateway.pay(no, { app: 'A0000001' }),
    gateway.pay(`${no.slice(0, -1)}_`),
  ];
  // Resets the fake trade.
  const trade = gateway.trades.get(no);
  if (trade) trade.state = 'open';
  gateway.trades.delete(`${no.slice(0, -1)}_`);
  return { victim, signed, altered };
}

function forge(random: Random, { victim, signed, altered }: Sample): SentNotification {
  const { headers, body } = signed;
  const at = random.below(body.length);
  switch (random.below(8)) {
    case 0: {
      const other = String.fromCharCode(33 + random.below(94));
      return unlike(signed, body.slice(0, at) + other + body.slice(at + 1), random);
    }
    case 1:
      return unlike(signed, body.slice(0, at), random);
    case 2:
      return unlike(signed, body + body.slice(at), random);
    case 3:
      return {
        headers,
        body: random.oneOf(['', '{}', 'null', '[]', 'x'.repeat(9_000), '\u0000', '%', '[['.repeat(900)]),
      };
    case 4:
      return withoutSignature(random, signed);
    case 5:
      return spoiltSignature(random, signed);
    case 6:
      return weakly(random, signed, victim.gateway.channel.id);
    default:
      return random.oneOf(altered);
  }
}

/** If the forged body has the same content as the genuine one, changes it. */
function unlike(signed: SentNotification, body: string, random: Random): SentNotification {
  const isSame = body === signed.body || (isForm(signed) && fieldsOf(body) === fieldsOf(signed.body));
  return isSame ? withoutSignature(random, signed) : { ...signed, body };
}

const isForm = ({ headers }: SentNotification) => headers['content-type']?.includes('form') ?? false;
const fieldsOf = (body: string) => JSON.stringify([...new URLSearchParams(body)].sort());

function withoutSignature(random: Random, { headers, body }: SentNotification): SentNotification {
  const names = Object.keys(headers).filter((name) => SIGNATURES.includes(name));
  if (names.length === 0)
    return {
      headers,
      body: random.oneOf([body.replace(/&?sign=[^&]*/, ''), body.replace(/sign_type=RSA2/, 'sign_type=RSA')]),
    };
  const name = random.oneOf(names);
  return { headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)), body };
}

/** Changes one character of the signature. */
function spoiltSignature(random: Random, { headers, body }: SentNotification): SentNotification {
  const names = Object.keys(headers).filter((name) => SIGNATURES.includes(name));
  const other = (text: string) => {
    const at = random.below(text.length);
    return text.slice(0, at) + (text[at] === '5' ? '6' : '5') + text.slice(at + 1);
  };
  if (names.length === 0) {
    const sign = /(?<=sign=)[^&]*/;
    return {
      headers,
      body: body.replace(sign, (text) => encodeURIComponent(other(decodeURIComponent(text)))),
    };
  }
  const name = random.oneOf(names);
  return { headers: { ...headers, [name]: other(headers[name] ?? '') }, body };
}

/** Signs with an obsolete method, or with one for other purposes. */
function weakly(random: Random, { headers, body }: SentNotification, channel: string): SentNotification {
  if (channel === 'stripe') {
    const header = (headers['stripe-signature'] ?? '').replace('v1=', random.oneOf(['v0=', 'V1=', 'v1 =', '=']));
    return { headers: { 'stripe-signature': header }, body };
  }
  if (channel === 'wechat') {
    const signature = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`;
    return { headers: { ...headers, 'wechatpay-signature': signature }, body };
  }
  return { headers, body: body.replace('sign_type=RSA2', `sign_type=${random.oneOf(['RSA', '', 'MD5', 'rsa2'])}`) };
}

async function deliver(site: TestApp, channel: string, { headers, body }: SentNotification, isOverHttp: boolean) {
  if (isOverHttp) {
    const url = `/pay/${channel}/notify`;
    const response = await site.http.inject({ method: 'POST', url, headers, payload: body });
    return { status: response.statusCode, body: response.body };
  }
  const answer = await site.app.receiveNotification(channel, { headers, body: Buffer.from(body), query: '' });
  return { status: answer?.status, body: answer?.body };
}
