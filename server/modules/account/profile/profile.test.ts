import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  loginBySms,
  loginSendSms,
  userAdult,
  userAutoBuy,
  userAutoBuys,
  userDelete,
  userDetail,
  userExport,
  userFace,
  userGender,
  userLogin,
  userNickname,
  userSendCode,
} from '#contract/calls/account';
import { addFavorite } from '#contract/calls/library';
import { userInfo, userRegister } from '#contract/calls/session';
import { FACES } from '#contract/faces';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import {
  lastCode,
  newAddress,
  ownCode,
  signedIn,
  withBoth,
  withPassword,
} from '../../../../testing/factories/readers.ts';
import { DEFAULT_PARTS } from '../../editorial/editorial.ts';

/** Each from another address, because an address can start only some sessions. */
async function newVisitor(): Promise<string> {
  const { data } = await site.call(userRegister, { domain: 'test', platform: null }, { remoteAddress: newAddress() });
  return data?.token ?? '';
}

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
const DAY_MS = 24 * 3600 * 1000;
const lost = { status: 403, code: -1 };
const login = (username: string) => site.call(userLogin, { username, password: GOOD }, { remoteAddress: newAddress() });
const readersLike = async (id: number) =>
  (await site.pool.query('select id from account.reader where id = $1', [id])).rowCount;

test('the detail has the date of the account, the counts of the library, and the next grade', async () => {
  const token = await site.visitor();
  const { data } = await site.call(userDetail, {}, { token });
  expect(data).toMatchObject({
    token,
    grade: { level: 0, name: '新读者' },
    growth: { points: 0, nextAt: 50, next: { name: '常客', benefit: 0 } },
  });
  expect(Date.now() - Date.parse(data?.createdAt ?? '')).toBeLessThan(60_000);
  await site.pool.query('update account.reader set growth_points = 100000 where id = $1', [data?.id]);
  const high = await site.call(userDetail, {}, { token });
  expect(high.data).toMatchObject({
    grade: { level: 6, icon: 'grade-6' },
    growth: { points: 100_000, nextAt: null, benefit: 3, next: null },
  });
  const { data: highest } = await site.call(userDetail, {}, { token });
  expect(highest?.growth.grades?.map(({ level, from, benefit }) => [level, from, benefit])).toEqual([
    [0, 0, 0],
    [1, 50, 0],
    [2, 300, 1],
    [3, 1_000, 1],
    [4, 5_000, 2],
    [5, 20_000, 2],
    [6, 100_000, 3],
  ]);
});

test.each([
  ['漫画迷', '漫画迷'],
  ['  a   b  ', 'a b'],
  ['e\u0301', 'é'],
  ['<b>粗体</b>', '<b>粗体</b>'],
  ['👨‍👩‍👧 一家❤️', '👨‍👩‍👧 一家❤️'],
  ['"; drop table', '"; drop table'],
  ['二'.repeat(20), '二'.repeat(20)],
])('the nickname %j is stored as %j', async (given, stored) => {
  const token = await site.visitor();
  const { data } = await site.call(userNickname, { nickname: given }, { token });
  expect(data?.nickname).toBe(stored);
  expect((await site.call(userInfo, { token })).data?.nickname).toBe(stored);
});

test.each([
  ['blanks', '   '],
  ['a blank that counts as a letter', '\u3164\u3164'],
  ['blank braille', '\u2800'],
  ['zero width', 'ad\u200Bmin'],
  ['a joiner between letters', 'a\u200Db'],
  ['right to left', 'abc\u202Etxt'],
  ['an isolate', '\u2067abc\u2069'],
  ['a control', 'a\u0007b'],
  ['a line break', 'a\nb'],
  ['a tag', 'a\u{E0041}'],
  ['a private sign', '\uE000'],
  ['marks piled up', `a${'\u0323'.repeat(10)}`],
  ['21 signs', '二'.repeat(21)],
  ['10,000 signs', 'a'.repeat(10_000)],
])('a nickname of %s is refused and nothing changes', async (_what, nickname) => {
  const token = await site.visitor();
  const before = (await site.call(userInfo, { token })).data?.nickname;
  expect(await site.call(userNickname, { nickname }, { token })).toMatchObject({
    http: 400,
    code: 1001,
    message: expect.stringContaining('nickname'),
  });
  expect((await site.call(userInfo, { token })).data?.nickname).toBe(before);
});

test.each([
  ['管理员', '漫屿'],
  ['我是 管 理 员 呀', '漫屿'],
  ['管理員', '漫屿'],
  ['客服小美', '漫屿'],
  ['客・服', '漫屿'],
  ['官方', '漫屿'],
  ['官\u0301方', '漫屿'],
  ['漫屿', '漫屿'],
  ['漫嶼通知', '漫屿'],
  ['Comic Island', 'comic-island'],
  ['ＣＯＭＩＣ　ＩＳＬＡＮＤ', 'Comic Island'],
  ['書館', '书馆'],
  ['屿', '屿'],
])('the nickname %j looks official for the site %s: it is refused and nothing changes', async (nickname, name) => {
  await editPart(site, 'site', { ...DEFAULT_PARTS.site, name });
  const token = await newVisitor();
  const before = (await site.call(userInfo, { token })).data?.nickname;
  expect(await site.call(userNickname, { nickname }, { token })).toMatchObject({
    http: 200,
    code: 2010,
    message: '昵称不能包含「管理员」「客服」「官方」或本站的名称',
  });
  expect((await site.call(userInfo, { token })).data?.nickname).toBe(before);
});

test.each([
  ['管理', '漫屿'],
  ['客官服了', '漫屿'],
  ['漫漫岛屿', '漫屿'],
  ['岛屿', '屿'],
  ['无名站的读者', '·'],
])('the nickname %j is allowed for the site %s', async (nickname, name) => {
  await editPart(site, 'site', { ...DEFAULT_PARTS.site, name });
  expect(await site.call(userNickname, { nickname }, { token: await newVisitor() })).toMatchObject({ status: 1 });
});

test('gender, avatar, age and the setting for automatic purchases are stored', async () => {
  const token = await site.visitor();
  expect((await site.call(userGender, { gender: 2 }, { token })).data).toEqual({ gender: 2 });
  expect((await site.call(userFace, { face: 3 }, { token })).data).toMatchObject({ face: 3 });
  expect(await site.call(userFace, { face: FACES + 1 }, { token })).toMatchObject({ status: 0, data: null });
  expect((await site.call(userAdult, { adult: true }, { token })).data).toMatchObject({ adult: true });
  expect((await site.call(userAutoBuy, { on: true }, { token })).data).toEqual({ autoBuy: true });
  expect((await site.call(userInfo, { token })).data).toMatchObject({ gender: 2, face: 3, adult: true, autoBuy: true });
});

test('comics with automatic purchases are listed, latest first, until they are removed', async () => {
  const token = await site.visitor();
  const [one, two] = [await addComic(site, {}), await addComic(site, {})];
  for (const { comicId } of [one, two]) await site.call(userAutoBuy, { comicId, on: true }, { token });
  const listed = async () => (await site.call(userAutoBuys, {}, { token })).data?.list.map(({ id }) => id);
  expect(await listed()).toEqual([two.comicId, one.comicId]);
  await site.call(userAutoBuy, { comicId: two.comicId, on: false }, { token });
  expect(await listed()).toEqual([one.comicId]);
  expect(await site.call(userAutoBuy, { comicId: 999_999, on: true }, { token })).toMatchObject({ code: 3001 });
});

test('a login moves the library and preferences of the anonymous reader to the account', async () => {
  const account = await withPassword(site, 'collector', GOOD);
  const token = await site.visitor();
  const { comicId } = await addComic(site, {});
  await site.call(addFavorite, { id: comicId }, { token });
  await site.call(userAutoBuy, { comicId, on: true }, { token });
  await site.call(userAdult, { adult: true }, { token });
  const anonymous = (await site.call(userInfo, { token })).data?.id;
  await site.pool.query('update account.reader set expects_news = true where id = $1', [anonymous]);
  const { data } = await site.call(userLogin, { username: 'collector', password: GOOD }, { token });
  expect(data?.user).toMatchObject({ id: account.id, adult: true });
  const { rows } = await site.pool.query('select expects_news from account.reader where id = $1', [account.id]);
  expect(rows).toEqual([{ expects_news: true }]);
  const detail = await site.call(userExport, {}, { token: data?.token });
  expect(JSON.stringify(detail.data)).toContain(`"comicId":${comicId}`);
  expect(detail.data).toMatchObject({ account: { autoBuys: [{ comicId }] }, library: { comics: [{ comicId }] } });
});

test('an anonymous reader is erased an hour after a login', async () => {
  await withPassword(site, 'moved_on', GOOD);
  const token = await site.visitor();
  const { data } = await site.call(userInfo, { token });
  await site.call(userLogin, { username: 'moved_on', password: GOOD }, { token });
  expect(await readersLike(data?.id ?? 0)).toBe(1);
  await site.sweep(new Date(Date.now() + 2 * 3600 * 1000));
  expect(await readersLike(data?.id ?? 0)).toBe(0);
});

test('deleting an account ends all sessions; a login within seven days restores it and says so', async () => {
  const { id, token } = await withPassword(site, 'undecided', GOOD);
  const others = [await login('undecided'), await login('undecided')].map(({ data }) => data?.token ?? '');
  expect(await site.call(userDelete, {}, { token })).toMatchObject({ http: 400, code: 1001 });
  expect(await site.call(userDelete, { password: 'not this one' }, { token })).toMatchObject({ code: 2001 });
  const { data } = await site.call(userDelete, { password: GOOD }, { token });
  expect(Date.parse(data?.erasesAt ?? '') - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
  for (const dead of [token, ...others]) expect(await site.call(userInfo, { token: dead })).toMatchObject(lost);
  expect((await login('undecided')).data).toMatchObject({ user: { id }, restored: true });
  expect((await login('undecided')).data).toMatchObject({ user: { id }, restored: false });
  await site.sweep(new Date(Date.now() + 8 * DAY_MS));
  expect(await readersLike(id)).toBe(1);
});

test('a login by SMS says that the account is restored, a first login does not', async () => {
  const { phone, token } = await signedIn(site);
  const byCode = async (minutes: number) => {
    site.setTime(new Date(Date.now() + minutes * 61_000));
    const from = { remoteAddress: newAddress() };
    await site.call(loginSendSms, { telephone: phone }, from);
    return (await site.call(loginBySms, { telephone: phone, code: await lastCode(site, phone) }, from)).data;
  };
  const second = await byCode(1);
  expect(second?.restored).toBe(false);
  site.setTime(new Date(Date.now() + 2 * 61_000));
  await site.call(userSendCode, { purpose: 'delete' }, { token });
  const code = await lastCode(site, phone);
  expect(await site.call(userDelete, { code }, { token })).toMatchObject({ status: 1 });
  expect((await byCode(3))?.restored).toBe(true);
  site.setTime(null);
});

test('a deleted account is erased from all modules after seven days, and its phone and name are free', async () => {
  const reader = await withBoth(site, 'farewell', GOOD);
  const { id, token, phone } = reader;
  const { comicId } = await addComic(site, {});
  await site.call(addFavorite, { id: comicId }, { token });
  site.setTime(new Date(Date.now() + 61_000));
  const code = await ownCode(site, reader, 'delete');
  expect(await site.call(userDelete, { code }, { token })).toMatchObject({ status: 1 });
  site.setTime(new Date(Date.now() + 8 * DAY_MS));
  expect(await login('farewell')).toMatchObject({ code: 2001 });
  const again = await signedIn(site, { telephone: phone });
  site.setTime(null);
  expect(again.id).not.toBe(id);
  expect(await readersLike(id)).toBe(0);
  const { rows } = await site.pool.query('select from reading.entry where reader_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('an anonymous reader without a session is erased', async () => {
  const token = await site.visitor();
  const { data } = await site.call(userInfo, { token });
  site.setTime(new Date(Date.now() + 200 * DAY_MS));
  await site.sweep(new Date(Date.now() + 200 * DAY_MS));
  site.setTime(null);
  expect(await readersLike(data?.id ?? 0)).toBe(0);
});

test('a failed erasure does not stop others and is tried again', async () => {
  const [stuck, other] = [await withPassword(site, 'stuck_one', GOOD), await withPassword(site, 'goes_on', GOOD)];
  await site.pool.query(
    `update account.reader set erases_at = now() - interval '1 hour' * (id = $1)::int where id = any($2)`,
    [stuck.id, [stuck.id, other.id]],
  );
  await site.pool.query(
    `create table public.holds_on (id bigint references account.reader); insert into public.holds_on values (${stuck.id})`,
  );
  const later = new Date(Date.now() + 60_000);
  await expect(site.sweep(later)).rejects.toThrow('holds_on');
  expect([await readersLike(stuck.id), await readersLike(other.id)]).toEqual([1, 0]);
  await site.pool.query('drop table public.holds_on');
  await site.sweep(later);
  expect(await readersLike(stuck.id)).toBe(0);
});

test('all ended sessions are deleted an hour later', async () => {
  const { id } = await signedIn(site);
  await site.pool.query(
    `insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
     select sha256(n::text::bytea), $1, now(), now(), now() - interval '1 minute' from generate_series(1, 5001) n`,
    [id],
  );
  await site.sweep(new Date());
  const { rowCount } = await site.pool.query('select from account.session where reader_id = $1', [id]);
  expect(rowCount).toBe(1);
});

test('the export has everything of this reader and no secret', async () => {
  const { token, phone } = await withBoth(site, 'curious', GOOD);
  const { data } = await site.call(userExport, {}, { token });
  expect(data).toMatchObject({ account: { username: 'curious', telephone: phone, devices: [{}] }, library: {} });
  const text = JSON.stringify(data);
  for (const secret of ['argon2', token]) expect(text).not.toContain(secret);
});
