import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { factorRequired, oidcFailed, oidcNoRole, sessionLost } from '#contract/codes';
import { beginOidc, oidcLogin, oidcOffer } from '#contract/console/oidc';
import { overview } from '#contract/console/overview';
import { addKey, keys, me } from '#contract/console/session';
import { disable, people } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import {
  CLIENT,
  type Forgery,
  newKey,
  type OidcProvider,
  startOidcProvider,
} from '../../../testing/gateways/oidc-provider.ts';

let provider: OidcProvider;
let site: TestApp;
let owner: StaffPerson;
let subjects = 0;
beforeAll(async () => {
  provider = await startOidcProvider();
  const roles = [
    ['bosses', 'owner'],
    ['artists', 'editor'],
    ['desk', 'support'],
  ] as const;
  const shown = { button: '用公司账号登录', scope: 'openid profile', claim: 'groups' };
  const client = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  site = await startTestApp({ oidc: { ...shown, ...client, roles } });
  owner = await firstOwner(site, new Date());
});
afterAll(async () => {
  await site.close();
  await provider.close();
});
beforeEach(async () => {
  await site.pool.query('truncate public.rate_limit');
});

type Claims = Parameters<OidcProvider['authorize']>[1];
const someone = (groups: unknown, more: Claims = {}) => ({ sub: `subject-${subjects++}`, groups, ...more });
async function begin() {
  const { data } = await staffCall(site, beginOidc, {});
  if (!data) throw new Error('the login was not begun');
  return data;
}
async function enter(claims: Claims, forgery?: Forgery) {
  const { url, state } = await begin();
  return staffCall(site, oidcLogin, { state, query: provider.authorize(url, claims, forgery) });
}
const whoIs = async (cookie: string | undefined) => (await staffCall(site, me, {}, { cookie })).code;

test('the first login makes a person with the role of their group, and the next ones find them', async () => {
  expect((await staffCall(site, oidcOffer, {})).data).toEqual({ button: '用公司账号登录' });
  const claims = someone(['others', 'artists'], { preferred_username: '编辑小林' });
  const first = await enter(claims);
  expect(first.data).toMatchObject({ name: '编辑小林', role: 'editor' });
  expect((await staffCall(site, overview, {}, { cookie: first.cookie })).code).toBe(0);
  const second = await enter(claims);
  expect(second.data?.id).toBe(first.data?.id);
  const list = (await staffCall(site, people, {}, owner)).data?.list ?? [];
  expect(list.find(({ id }) => id === first.data?.id)).toMatchObject({ state: 'active', sessions: 2 });
  const { rows } = await site.pool.query(
    'select action, actor, after from audit.entry where subject_id = $1 order by id',
    [first.data?.id],
  );
  expect(rows.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    'invite oidc',
    `login staff:${first.data?.id}`,
    `login staff:${first.data?.id}`,
  ]);
});

test('a login by OIDC does not take over a person of the same name, and an invalid name is replaced', async () => {
  const { data } = await enter(someone('bosses', { preferred_username: owner.name }));
  expect(data).toMatchObject({ name: `${owner.name} 2`, role: 'owner' });
  expect(data?.id).not.toBe(owner.id);
  const hidden = await enter(someone('desk', { preferred_username: 'a\u202eb', name: '客服小吴' }));
  expect(hidden.data?.name).toBe('客服小吴');
});

test('another group changes the role at the next login and ends what was there; without a group nothing is left', async () => {
  const claims = someone('artists');
  const before = await enter(claims);
  const key = { name: '脚本', role: 'editor', days: 1 } as const;
  await staffCall(site, addKey, key, { cookie: before.cookie });
  const after = await enter({ ...claims, groups: ['desk'] });
  expect([after.data?.role, await whoIs(before.cookie), await whoIs(after.cookie)]).toEqual([
    'support',
    sessionLost,
    0,
  ]);
  expect((await staffCall(site, keys, {}, { cookie: after.cookie })).data?.list).toEqual([]);
  for (const groups of [['nobody'], [], undefined, null, { artists: true }])
    expect((await enter({ ...claims, groups })).code).toBe(oidcNoRole);
  expect(await whoIs(after.cookie)).toBe(sessionLost);
});

test('a disabled person stays out', async () => {
  const claims = someone('artists');
  const { data } = await enter(claims);
  await staffCall(site, disable, { id: data?.id ?? 0, disabled: true }, owner);
  expect((await enter(claims)).code).toBe(oidcFailed);
});

test.each<[string, () => Forgery]>([
  ['signed with another key', () => ({ key: newKey() })],
  ['signed with a key of another name', () => ({ key: newKey('key-2') })],
  ['for another client', () => ({ claims: { aud: 'another' } })],
  ['of another provider', () => ({ claims: { iss: 'https://evil.example' } })],
  ['with the nonce of another login', () => ({ claims: { nonce: 'x'.repeat(43) } })],
  ['without a nonce', () => ({ claims: { nonce: undefined } })],
  ['that has expired', () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 600 } })],
  ['without a subject', () => ({ claims: { sub: undefined } })],
])('an id token %s is refused', async (_how, forge) => {
  const { code, cookie } = await enter(someone('bosses'), forge());
  expect([code, cookie]).toEqual([oidcFailed, undefined]);
});

test('the answer to one login completes no other, and completes its own once, within ten minutes', async () => {
  const [one, other] = [await begin(), await begin()];
  const query = provider.authorize(one.url, someone('artists'));
  expect((await staffCall(site, oidcLogin, { state: other.state, query })).code).toBe(oidcFailed);
  expect((await staffCall(site, oidcLogin, { state: 'x'.repeat(43), query })).code).toBe(oidcFailed);
  const twice = await Promise.all([1, 2].map(() => staffCall(site, oidcLogin, { state: one.state, query })));
  expect(twice.map(({ code }) => code).toSorted()).toEqual([0, oidcFailed]);
  const late = await begin();
  const lateQuery = provider.authorize(late.url, someone('artists'));
  site.setTime(new Date(Date.now() + 10 * 60_000 + 1000));
  expect((await staffCall(site, oidcLogin, { state: late.state, query: lateQuery })).code).toBe(oidcFailed);
  site.setTime(null);
});

test('a refusal of the provider, an invented code and a stolen code without its verifier do not log in', async () => {
  const { state } = await begin();
  const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer }).toString();
  expect((await staffCall(site, oidcLogin, { state, query })).code).toBe(oidcFailed);
  const made = await begin();
  const madeUp = new URLSearchParams({ code: 'made-up', state: made.state, iss: provider.issuer }).toString();
  expect((await staffCall(site, oidcLogin, { state: made.state, query: madeUp })).code).toBe(oidcFailed);
  const [victim, thief] = [await begin(), await begin()];
  const stolen = new URLSearchParams(provider.authorize(victim.url, someone('bosses')));
  stolen.set('state', thief.state);
  expect((await staffCall(site, oidcLogin, { state: thief.state, query: stolen.toString() })).code).toBe(oidcFailed);
});

test('a login counts as a fresh second factor for ten minutes', async () => {
  const { cookie } = await enter(someone('desk'));
  const key = { name: '脚本', role: 'viewer', days: 1 } as const;
  expect((await staffCall(site, addKey, key, { cookie })).code).toBe(0);
  site.setTime(new Date(Date.now() + 11 * 60_000));
  expect((await staffCall(site, addKey, key, { cookie })).code).toBe(factorRequired);
  site.setTime(null);
});

test('without settings there is no button and no login', async () => {
  const plain = await startTestApp();
  try {
    expect((await staffCall(plain, oidcOffer, {})).data).toEqual({ button: null });
    expect((await staffCall(plain, beginOidc, {})).code).toBe(oidcFailed);
    expect((await staffCall(plain, oidcLogin, { state: 'x', query: 'code=x' })).code).toBe(oidcFailed);
  } finally {
    await plain.close();
  }
});
