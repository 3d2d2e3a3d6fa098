import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { config } from '#contract/calls/site';
import { chargeSubmit } from '#contract/calls/wallet';
import { paymentUnavailable, staffForbidden } from '#contract/codes';
import { channelSettings, setChannels } from '#contract/console/channel-settings';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { newAddress, signedIn } from '../../../testing/factories/readers.ts';
import { newRequest, orderBy, seenBy, send } from '../../../testing/factories/shop.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { ALIPAY, createFakeAlipay } from '../../../testing/gateways/alipay.ts';
import { GATEWAY, MERCHANT } from '../../../testing/gateways/certificates.ts';
import { watchChannels } from '../../adapters/channels/config.ts';

const PUBLIC_KEY = String(new X509Certificate(GATEWAY.certificate).publicKey.export({ type: 'spki', format: 'pem' }));
const ALIPAY_FIELDS = {
  kind: 'alipay',
  fields: {
    app_id: ALIPAY.appId,
    seller_id: ALIPAY.sellerId,
    private_key: MERCHANT.privateKey,
    alipay_public_key: PUBLIC_KEY,
    products: ['page', 'wap'],
  },
} as const;
const STRIPE = {
  kind: 'stripe',
  fields: { secret_key: 'sk_live_geheim00000000000000', webhook_secret: 'whsec_geheim0000000000000' },
} as const;

type Edits = InputOf<typeof setChannels>['channels'];
let site: TestApp;
let folder: string;
let owner: StaffPerson;
let cookie: string;
let channels: Awaited<ReturnType<typeof watchChannels>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-channels-'));
  const place = { dataDir: folder, publicUrl: 'https://manyu.test', production: true, sandboxPayments: false };
  channels = await watchChannels(place);
  const environment = { NODE_ENV: 'production', PUBLIC_URL: place.publicUrl };
  site = await startTestApp({ dataDir: folder, channels, sandbox: false, environment });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await site.pool.query('truncate staff.person, staff.session, staff.recovery_code, staff.link cascade');
  owner = await firstOwner(site, new Date());
  cookie = owner.cookie;
});
afterEach(async () => {
  await decideOrders();
  await rm(file(), { force: true });
  await site.app.runJob('channel-settings');
});

const decideOrders = () =>
  site.pool.query("update shop.topup_order set state = 'closed', look_at = null where state in ('created', 'closed')");
const file = () => path.join(folder, 'channels.yaml');
const text = () => readFile(file(), 'utf8');
const copyOf = ({ kind, fields }: typeof ALIPAY_FIELDS, more: Edits[number]['fields'] = {}): Edits[number] => ({
  kind,
  fields: { ...fields, products: [...fields.products], ...more },
});
const set = async (edits: Edits) =>
  (await staffCall(site, setChannels, { channels: edits }, { cookie })).data?.mistakes;
const look = async () => (await staffCall(site, channelSettings, {}, { cookie })).data;
async function offered() {
  await site.caughtUp();
  return (await site.call(config, { platform: 'pc' })).data?.channels.map(({ id }) => id);
}

test('a channel is written to a file of the owner alone, offered at once, shown and logged without its keys', async () => {
  expect(await offered()).toEqual([]);
  expect(await set([copyOf(ALIPAY_FIELDS), STRIPE])).toEqual([]);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await offered()).toEqual(['alipay', 'stripe']);
  const shown = await look();
  expect(shown).toMatchObject({
    notifyTo: 'https://manyu.test',
    mistakes: [],
    channels: [
      {
        kind: 'alipay',
        fields: { app_id: ALIPAY.appId, products: ['page', 'wap'] },
        stored: [
          { name: 'private_key', print: expect.stringMatching(/^指纹 [0-9a-f]{16}$/) },
          { name: 'alipay_public_key', print: expect.stringMatching(/^指纹 [0-9a-f]{16}$/) },
        ],
      },
      {
        kind: 'stripe',
        stored: [
          { name: 'secret_key', print: null },
          { name: 'webhook_secret', print: null },
        ],
      },
    ],
  });
  const { rows } = await site.pool.query("select actor, after from audit.entry where action = 'set-channels'");
  expect(rows).toMatchObject([{ actor: `staff:${owner.id}` }]);
  expect(JSON.stringify([shown, rows])).not.toMatch(/PRIVATE|geheim/);
});

test('the order is that of the readers, and keys and comments stay', async () => {
  await set([copyOf(ALIPAY_FIELDS), STRIPE]);
  await writeFile(file(), `# ours\n${await text()}`, { mode: 0o600 });
  expect(
    await set([
      { kind: 'stripe', fields: { secret_key: null } },
      { kind: 'alipay', fields: {} },
    ]),
  ).toEqual([]);
  expect(await offered()).toEqual(['stripe', 'alipay']);
  for (const kept of ['# ours', STRIPE.fields.secret_key, 'PRIVATE KEY']) expect(await text()).toContain(kept);
});

test('a channel that is switched off takes no new order, and one before is still paid', async () => {
  await set([copyOf(ALIPAY_FIELDS)]);
  const { token } = await signedIn(site);
  const wish = { channel: 'alipay', scene: 'pc' } as const;
  const { orderId } = await orderBy(site, token, wish);
  expect(await set([{ kind: 'alipay', fields: { off: true } }])).toEqual([]);
  expect(await offered()).toEqual([]);
  const other = await signedIn(site);
  const refused = await site.call(chargeSubmit, newRequest(wish), { token: other.token, remoteAddress: newAddress() });
  expect(refused.code).toBe(paymentUnavailable);
  const gateway = createFakeAlipay(() => new Date());
  expect((await send(site, { id: 'alipay' }, gateway.pay(orderId))).body).toBe('success');
  expect((await seenBy(site, token, orderId)).state).toBe('granted');
});

test('while an order is open its channel is not removed, and its account is not changed', async () => {
  await set([copyOf(ALIPAY_FIELDS), STRIPE]);
  const { token } = await signedIn(site);
  await orderBy(site, token, { channel: 'alipay', scene: 'pc' });
  const before = await text();
  const what = '还有 1 张订单没有了结，或正在退款：先停用它，等它们了结（一般半小时）再来';
  expect(await set([STRIPE])).toEqual([{ field: '', what }]);
  const seller = copyOf(ALIPAY_FIELDS, { seller_id: '2088000000000009' });
  expect(await set([seller, STRIPE])).toEqual([{ field: 'alipay「seller_id」', what }]);
  const sandbox = copyOf(ALIPAY_FIELDS, { sandbox: true });
  expect(await set([sandbox, STRIPE])).toEqual([{ field: 'alipay「sandbox」', what }]);
  expect(await text()).toBe(before);
  expect(await set([copyOf(ALIPAY_FIELDS, { products: ['wap'], sandbox: false })])).toEqual([]);
  // A channel that did not answer: the order is closed here, and can still be paid there.
  await site.pool.query("update shop.topup_order set state = 'closed', closed_at = now() where state = 'created'");
  expect(await set([])).toEqual([{ field: '', what }]);
  await decideOrders();
  expect(await set([])).toEqual([]);
  expect(await readdir(folder)).not.toContain('channels.yaml');
});

test('while an order is open, another key of Stripe is saved only as one of the same account', async () => {
  await set([copyOf(ALIPAY_FIELDS), STRIPE]);
  const { token } = await signedIn(site);
  await orderBy(site, token, { channel: 'alipay', scene: 'pc' });
  await site.pool.query("update shop.topup_order set channel = 'stripe' where state = 'created'");
  const change = async (key: string, sameAccount: boolean) => {
    const channels: Edits = [
      { kind: 'alipay', fields: {} },
      { kind: 'stripe', fields: { secret_key: key } },
    ];
    return (await staffCall(site, setChannels, { channels, sameAccount }, { cookie })).data?.mistakes;
  };
  const refused = [{ field: 'stripe「secret_key」', what: expect.stringContaining('还有 1 张订单') }];
  const other = 'sk_live_anderer0000000000000';
  expect(await change(other, false)).toEqual(refused);
  expect(await change('sk_test_anderer0000000000000', true)).toEqual(refused);
  expect(await text()).toContain(STRIPE.fields.secret_key);
  expect(await change(STRIPE.fields.secret_key, false)).toEqual([]);
  expect(await change(other, true)).toEqual([]);
  expect(await text()).toContain(other);
  const { rows } = await site.pool.query(
    "select after from audit.entry where action = 'set-channels' and actor = $1 order by id",
    [`staff:${owner.id}`],
  );
  expect(rows.map(({ after }) => after.sameAccount)).toEqual([undefined, undefined, true]);
  await decideOrders();
  expect(await change(STRIPE.fields.secret_key, false)).toEqual([]);
});

test('another node offers what was saved here, without waiting for its job', async () => {
  const place = { dataDir: folder, publicUrl: 'https://manyu.test', production: true, sandboxPayments: false };
  const others = await watchChannels(place);
  const other = await startTestApp({ beside: site, dataDir: folder, channels: others, sandbox: false });
  try {
    expect(await set([STRIPE])).toEqual([]);
    await expect.poll(() => others.now().map(({ id }) => id)).toEqual(['stripe']);
    expect(await set([])).toEqual([]);
    await expect.poll(() => others.now()).toEqual([]);
  } finally {
    await other.close();
  }
});

test('the address for notifications stays when the last channel is removed', async () => {
  await writeFile(file(), `notify: https://pay.manyu.test # ours\n`, { mode: 0o600 });
  expect(await set([STRIPE])).toEqual([]);
  expect(await set([])).toEqual([]);
  expect(await text()).toBe('notify: https://pay.manyu.test # ours\n');
  expect(await look()).toMatchObject({ channels: [], notifyTo: 'https://pay.manyu.test', mistakes: [] });
});

test.each<[string, Edits[number]['fields'], string]>([
  ['the name of a file of the server', { private_key: '/etc/passwd' }, 'alipay「private_key」'],
  ['a key that is none', { private_key: '-----BEGIN x-----' }, 'alipay「private_key」'],
  ['the own public key', { alipay_public_key: publicOf(MERCHANT.certificate) }, 'alipay「alipay_public_key」'],
  ['the account of the sandbox', { app_id: '9021000000000001' }, 'alipay「app_id」'],
  ['the sandbox beside real money', { sandbox: true }, 'alipay'],
  ['an unknown field', { gateway: 'https://evil.example' }, 'alipay「gateway」'],
])('nothing is written with %s', async (_what, more, field) => {
  expect((await set([copyOf(ALIPAY_FIELDS, more)]))?.map((mistake) => mistake.field)).toContain(field);
  expect((await readdir(folder)).filter((name) => name.startsWith('channels.'))).toEqual([]);
});

test('a stored key is not used for another app', async () => {
  await set([copyOf(ALIPAY_FIELDS)]);
  expect(await set([{ kind: 'alipay', fields: { app_id: '2021000000000002' } }])).toEqual([
    { field: 'alipay「private_key」', what: '账号与原来的不同，要重新写' },
    { field: 'alipay「alipay_public_key」', what: '账号与原来的不同，要重新写' },
  ]);
});

test('a file with mistakes is left alone and shown, and the channels before it are still used', async () => {
  await set([copyOf(ALIPAY_FIELDS)]);
  await writeFile(file(), 'alipay: 1\n', { mode: 0o600 });
  await expect(site.app.runJob('channel-settings')).rejects.toThrow('channels.yaml');
  expect(await offered()).toEqual(['alipay']);
  expect(await look()).toMatchObject({ channels: [], mistakes: [expect.stringContaining('channels.yaml 第 1 行')] });
  expect(await set([STRIPE])).not.toEqual([]);
  expect(await text()).toBe('alipay: 1\n');
});

test('if two people save at once, the second waits', async () => {
  expect(await Promise.all([1, 2, 3].map(() => set([STRIPE])))).toEqual([[], [], []]);
});

test('a save does not undo changes that another person made after the settings were shown', async () => {
  const what = '刚刚有人改过，没有保存：看一看现在的设置，再改一次';
  const save = async (channels: Edits, seen: Edits[number]['kind'][]) =>
    (await staffCall(site, setChannels, { channels, seen }, { cookie })).data?.mistakes;
  expect(await save([copyOf(ALIPAY_FIELDS)], [])).toEqual([]);
  expect(await save([{ kind: 'alipay', fields: {} }, STRIPE], ['alipay'])).toEqual([]);
  const before = await text();
  expect(await save([{ kind: 'alipay', fields: { off: true } }], ['alipay'])).toEqual([{ field: '', what }]);
  expect(await save([], ['stripe', 'alipay'])).toEqual([{ field: '', what }]);
  expect(await text()).toBe(before);
  await rm(file());
  expect(await save([{ kind: 'alipay', fields: {} }], ['alipay', 'stripe'])).toEqual([{ field: '', what }]);
  expect(await readdir(folder)).not.toContain('channels.yaml');
});

test('staff with the permission to read the books can neither see nor change the settings', async () => {
  const finance = await addPerson(site, owner, 'finance', '小钱', new Date());
  expect((await staffCall(site, channelSettings, {}, finance)).code).toBe(staffForbidden);
  expect((await staffCall(site, setChannels, { channels: [] }, finance)).code).toBe(staffForbidden);
});

function publicOf(certificate: string): string {
  return String(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }));
}
