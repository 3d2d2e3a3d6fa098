import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordLink as openPasswordLink, passwordByLink, userTeen } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { phoneTaken, readerBanned, readerNotFound, staffForbidden, tooManyRequests } from '#contract/codes';
import {
  eraseReader,
  exportReader,
  keepReader,
  passwordLink,
  rebindPhone,
  revealPhone,
  teenOff,
} from '#contract/console/reader-access';
import { banReader, timeline, viewReader } from '#contract/console/readers';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { newAddress, newPhone, signedIn } from '../../../testing/factories/readers.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const reason = '核对了身份证';

let site: TestApp;
let owner: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW, publicUrl: 'https://manyu.example' });
  owner = await firstOwner(site, NOW);
  support = await addPerson(site, owner, 'support', '客服小周', NOW);
});
afterAll(() => site.close());

const by = ({ cookie }: StaffPerson) => ({ cookie });
async function actionsOf(id: number) {
  const { data } = await staffCall(site, timeline, { id, kind: 'audit' }, by(support));
  return data?.list.map((event) => (event.kind === 'audit' ? [event.action, event.reason, event.actorName] : []));
}

test('a look at the phone needs a reason, is shown on the page, and is limited', async () => {
  const { id, phone } = await signedIn(site);
  expect((await staffCall(site, revealPhone, { id, reason: '' }, by(support))).http).toBe(400);
  expect((await staffCall(site, revealPhone, { id, reason }, by(support))).data).toEqual({ telephone: phone });
  const { data } = await staffCall(site, viewReader, { id }, by(support));
  expect(data?.looks).toEqual([{ at: NOW.toISOString(), by: '客服小周', reason }]);
  expect(JSON.stringify(data)).not.toContain(phone);
  const curious = await addPerson(site, owner, 'support', '好奇的人', NOW);
  const looks: number[] = [];
  for (let each = 0; each < 51; each++)
    looks.push((await staffCall(site, revealPhone, { id, reason }, by(curious))).code);
  expect([looks.slice(0, 50).every((code) => code === 0), looks[50]]).toEqual([true, tooManyRequests]);
});

test('a link sets a password that staff never know, and not for a banned reader', async () => {
  const { id, token } = await signedIn(site);
  const { data } = await staffCall(site, passwordLink, { id, reason }, by(support));
  expect(data?.url).toMatch(/^https:\/\/manyu\.example\/reset-password#[\w-]+$/);
  const [, linkToken = ''] = data?.url.split('#') ?? [];
  const from = { remoteAddress: newAddress() };
  expect((await site.call(openPasswordLink, { token: linkToken }, from)).status).toBe(1);
  const used = await site.call(passwordByLink, { token: linkToken, password: 'ein langes Wort 7' }, from);
  expect([used.status, (await site.call(userInfo, { token })).status]).toEqual([1, 403]);
  await staffCall(site, banReader, { id, reason: '刷屏', until: null }, by(support));
  expect((await staffCall(site, passwordLink, { id, reason }, by(support))).code).toBe(readerBanned);
  expect(await actionsOf(id)).toEqual([
    ['ban', '刷屏', '客服小周'],
    ['reset-password', reason, '客服小周'],
  ]);
});

test('another phone is bound after proof, and 未成年人模式 is turned off', async () => {
  const [one, other] = [await signedIn(site), await signedIn(site)];
  await site.call(userTeen, { on: true, pin: '1234' }, { token: one.token });
  const off = await staffCall(site, teenOff, { id: one.id, reason: '家长忘了密码' }, by(support));
  expect(off.data?.teen).toBe(false);
  const bind = (telephone: string) => staffCall(site, rebindPhone, { id: one.id, telephone, reason }, by(support));
  expect((await bind(other.phone)).code).toBe(phoneTaken);
  expect((await bind('12345')).http).toBe(400);
  const next = newPhone();
  const { data } = await bind(next);
  expect(data?.telephone).toBe(`${next.slice(0, 3)}****${next.slice(7)}`);
  expect((await site.call(userInfo, { token: one.token })).status).toBe(403);
  expect((await actionsOf(one.id))?.map(([action]) => action)).toEqual(['phone', 'teen-off']);
});

test('only an owner erases a reader, and that can be cancelled; an export is logged', async () => {
  const { id, phone } = await signedIn(site);
  const wish = { id, reason: '读者来信要求', atOnce: false };
  expect((await staffCall(site, eraseReader, wish, by(support))).code).toBe(staffForbidden);
  const { data } = await staffCall(site, eraseReader, wish, by(owner));
  expect(data?.erasesAt).toBe(new Date(NOW.getTime() + 7 * 24 * 3600 * 1000).toISOString());
  expect((await staffCall(site, keepReader, { id }, by(support))).data?.erasesAt).toBeNull();
  const exported = await staffCall(site, exportReader, { id, reason }, by(support));
  expect(JSON.parse(exported.data?.json ?? '')).toMatchObject({ account: { id, telephone: phone } });
  expect((await actionsOf(id))?.map(([action]) => action)).toEqual(['export-reader', 'keep', 'erase']);
  for (const call of [revealPhone, passwordLink, teenOff, exportReader])
    expect((await staffCall(site, call, { id: 999_999, reason }, by(support))).code).toBe(readerNotFound);
});
