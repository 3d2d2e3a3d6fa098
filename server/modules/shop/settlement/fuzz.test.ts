import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { howMany, seedOf } from '../../../testing/drill.ts';
import { signedIn } from '../../../testing/readers.ts';
import { type Random, seededRandom } from '../../../testing/seeded-random.ts';
import { expectSoundShop, orderBy, paidBody, press, send, signedAsSandbox } from '../../../testing/shop.ts';

const RUNS = howMany({ test: 100, drill: 20_000 });
const AT_ONCE = 8;
const SEED = seedOf('notifications');

let site: TestApp;
let orders: string[];
/** Notifications that are true, of an order that is paid and told already, and of refunds. */
let heard: string;
beforeAll(async () => {
  site = await startTestApp();
  const { token } = await signedIn(site);
  orders = [];
  for (let i = 0; i < 3; i++) orders.push((await orderBy(site, token)).orderId);
  const paid = await orderBy(site, token);
  heard = paidBody(paid.orderId);
  expect(await send(site, await signedAsSandbox(site, heard))).toMatchObject({ status: 200 });
  await press(site, (await orderBy(site, token)).cashier, 'cancel');
});
afterAll(() => site.close());

const AMOUNTS = [
  '9.9',
  '09.90',
  '1e1',
  '-1',
  '-6.00',
  '6.01',
  '0',
  '0.00',
  '60',
  '600',
  '999999999',
  '9'.repeat(400),
  '6.00 ',
  '٦.00',
];
const VALUES = [
  null,
  true,
  6,
  600,
  6.0,
  -1,
  1e300,
  '',
  ' ',
  [],
  {},
  ['6.00'],
  { amount: '6.00' },
  '\u0000',
  '\ud800',
  'x'.repeat(9_000),
];
const FIELDS = ['merchant', 'app', 'orderNo', 'transactionId', 'amount', 'currency', 'paidAt'] as const;
/** With any other of these a payment is still true: what it is called and when it was is for the gateway to say. */
const MAY_DIFFER: readonly string[] = ['transactionId', 'paidAt'];

type Bytes = { headers: Record<string, string>; body: Buffer };

/** A notification that says something wrong, which a thief of the key could sign. */
function lie(random: Random, orderNo: string): string {
  const field = random.oneOf(FIELDS.filter((name) => !MAY_DIFFER.includes(name)));
  switch (random.below(6)) {
    case 0:
      return paidBody(orderNo, { amount: random.oneOf(AMOUNTS) });
    case 1:
      return paidBody(orderNo, { [random.oneOf(FIELDS)]: undefined });
    case 2:
      return paidBody(orderNo, { [field]: random.oneOf(VALUES) });
    case 3:
      return paidBody(orderNo)
        .replace('"payment":{', '"payment":{"amount":"6.00",')
        .replace(/"amount":"6.00","currency"/, '"amount":"0.01","currency"');
    case 4:
      return paidBody(`${orderNo}${random.oneOf(['0', ' ', '\n', '%00', "'--"])}`);
    default:
      return random.oneOf([
        '',
        'null',
        '[]',
        '{}',
        '{"event":"payment.paid"}',
        '"x"',
        `${'['.repeat(9_000)}`,
        paidBody(orderNo).replace('payment.paid', 'payment.closed'),
      ]);
  }
}

/** Changes the bytes of a signed notification, or of its signature, after it was signed. */
function forge(random: Random, { headers, body }: Bytes): Bytes {
  const names = Object.keys(headers);
  const name = random.oneOf(names);
  const value = headers[name] ?? '';
  const at = random.below(body.length);
  switch (random.below(7)) {
    case 0: {
      const flipped = Buffer.from(body);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
      return { headers, body: flipped };
    }
    case 1:
      return { headers, body: body.subarray(0, at) };
    case 2:
      return { headers, body: Buffer.concat([body, body.subarray(at)]) };
    case 3:
      return {
        headers: Object.fromEntries(names.filter((each) => each !== name).map((each) => [each, headers[each] ?? ''])),
        body,
      };
    case 4:
      return { headers: { ...headers, [name]: `${value}${value}` }, body };
    case 5:
      return {
        headers: { ...headers, [name]: `${value.slice(0, -5)}${random.oneOf(['A', '=', ' ', '\u00e9'])}` },
        body,
      };
    default:
      return {
        headers,
        body: random.oneOf([
          Buffer.from(body.toString(), 'utf16le'),
          Buffer.concat([Buffer.from('\ufeff'), body]),
          Buffer.from(body.toString('base64')),
          Buffer.alloc(9, 255),
        ]),
      };
  }
}

async function attempt(run: number): Promise<void> {
  const random = seededRandom(SEED, run);
  const orderNo = random.oneOf(orders);
  const isSigned = random.below(2) === 0;
  const text = isSigned ? lie(random, orderNo) : random.oneOf([paidBody(orderNo), heard]);
  const late = random.below(10) === 0 ? 400_000 : 0;
  const signed = await signedAsSandbox(site, text, new Date(Date.now() - late));
  const whole = { headers: signed.headers, body: Buffer.from(text) };
  const { status, text: answer } = await send(site, isSigned ? whole : forge(random, whole));
  expect({ run, status, answer }).toEqual({ run, status: 400, answer: '{"code":"FAIL"}' });
}

test(`of ${RUNS} notifications that are forged, damaged or wrong (seed ${SEED}) none is believed, and none makes an error`, async () => {
  let next = 0;
  const work = async () => {
    while (next < RUNS) await attempt(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { rows } = await site.pool.query(
    `select (select count(*)::int from shop.payment) as payments, count(*)::int as granted
     from shop.topup_order where state = 'granted'`,
  );
  expect(rows).toEqual([{ payments: 1, granted: 1 }]);
  await expectSoundShop(site);
}, 3_600_000);
