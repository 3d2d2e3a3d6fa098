import { beforeEach, expect, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import { delNotice, mailState, noticeSettings, readNotice, setMail, setNoticeSettings } from '#contract/calls/notices';
import { startTestApp } from '../../../../testing/app/app.ts';
import {
  lettersTo,
  linksOf,
  type MailSite,
  openLink,
  openMailSite,
  switchMails,
  verifiedAddress,
} from '../../../../testing/factories/mails.ts';
import { noteChapter } from '../../../../testing/factories/pushes.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { transaction } from '../../../core/db/db.ts';
import { addNotices, countMails } from '../notices.ts';

/** Noon in Shanghai. The mail with new chapters is sent at 18, six hours later. */
const NOON = new Date('2026-03-10T04:00:00.000Z');
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3600_000);
const DIGEST = 6;

let reader: { id: number; token: string };
let addresses = 0;
let address: string;
const site = openMailSite(NOON);
beforeEach(async () => {
  ({ reader, address } = await mailReader());
});

async function mailReader(given = `digest${++addresses}@mail.example`) {
  const signed = await signedIn(site);
  await verifiedAddress(site, signed.token, given);
  return { reader: signed, address: given };
}

async function sendIn(hours: number, node: Pick<MailSite, 'app' | 'setTime'> = site) {
  node.setTime(inHours(hours));
  await node.app.runJob('send-mails');
}
const letters = (to = address) => lettersTo(site.server, to).slice(1);
const subjects = () => letters().map(({ subject }) => subject);
const waiting = async () => (await site.pool.query('select from notices.mail')).rowCount;
const note = (no = 2, at = NOON, more: { comicId?: number; age?: number } = {}) =>
  noteChapter(site, reader.id, no, at, more);
const reply = (at = NOON) =>
  addNotices(site.pool, [{ readerId: reader.id, age: 0 }], { kind: 'reply', about: { feedbackId: 1 } }, at);

test('new chapters of a day are one mail at 18, with links to read and to unsubscribe', async () => {
  await note(2);
  await note(3);
  await note(9, NOON, { comicId: 6 });
  await sendIn(DIGEST - 0.01);
  expect(letters()).toEqual([]);
  await sendIn(DIGEST);
  await sendIn(DIGEST + 1);
  expect(subjects()).toEqual(['【漫屿】2 条更新']);
  const [{ text, unsubscribe } = { text: '', unsubscribe: '' }] = letters();
  expect(text).toContain('海上的岛\n更新了 2 话，最新是第3话\nhttps://manyu.example.com/comic/5\n');
  expect(text).toContain('海上的岛\n更新到第9话\nhttps://manyu.example.com/chapter/71\n');
  expect(linksOf({ text }).at(-1)).toBe(unsubscribe);
  expect((await openLink(site, unsubscribe, 'POST')).body).toContain('已退订');
  await note(4, inHours(DIGEST + 1));
  await sendIn(DIGEST + 24);
  expect([letters().length, await waiting()]).toEqual([1, 0]);
});

test('there is one mail with new chapters a day at most, also where an earlier one was late', async () => {
  await note(2, inHours(-20));
  // At 8, after the quiet hours, the mail of the evening before is sent.
  await sendIn(-4);
  await note(3, inHours(-3), { comicId: 6 });
  await sendIn(DIGEST);
  expect(subjects()).toEqual(['【漫屿】海上的岛：更新到第2话']);
  await sendIn(DIGEST + 24);
  expect(subjects()).toEqual(['【漫屿】海上的岛：更新到第2话', '【漫屿】海上的岛：更新到第3话']);
});

test('other notices are mailed at once, and nothing from 22 to 8', async () => {
  await reply();
  await sendIn(0);
  expect(subjects()).toEqual(['【漫屿】反馈有了回复：点开查看回复。']);
  await site.call(readNotice, { all: true }, { token: reader.token });
  await reply(inHours(10));
  await sendIn(10);
  await sendIn(19.99);
  expect(letters()).toHaveLength(1);
  await sendIn(20);
  expect(letters()).toHaveLength(2);
});

test.each<[string, () => Promise<unknown>]>([
  ['read', () => site.call(readNotice, { all: true }, { token: reader.token })],
  ['deleted', () => site.call(delNotice, { all: true }, { token: reader.token })],
  ['muted', () => site.call(setNoticeSettings, { muted: ['replies'] }, { token: reader.token })],
  [
    'muted for mails',
    () => site.call(setNoticeSettings, { muted: [], mailMuted: ['replies'] }, { token: reader.token }),
  ],
  ['switched off with all mails', () => switchMails(site, false)],
  [
    'of a banned reader',
    () => site.pool.query('update account.reader set banned_at = $2 where id = $1', [reader.id, NOON]),
  ],
  [
    'of an account that ends',
    () => site.pool.query('update account.reader set erases_at = $2 where id = $1', [reader.id, NOON]),
  ],
])('a notice that is %s is not mailed, also not later', async (_what, happen) => {
  await reply();
  await happen();
  await sendIn(0);
  expect([letters(), await waiting()]).toEqual([[], 0]);
});

test('a notice two days old is not mailed', async () => {
  await reply(inHours(-48));
  await sendIn(0);
  expect([letters(), await waiting()]).toEqual([[], 0]);
});

test('the categories of mails are a setting of their own, which stays where it is not named', async () => {
  const set = (given: Parameters<typeof site.call<typeof setNoticeSettings>>[1]) =>
    site.call(setNoticeSettings, given, { token: reader.token });
  await set({ muted: ['events'], pushMuted: ['money'], mailMuted: ['replies', 'system'] });
  await set({ muted: [], pushMuted: ['updates'] });
  const { data } = await site.call(noticeSettings, {}, { token: reader.token });
  expect(data).toEqual({ muted: [], pushMuted: ['updates'], mailMuted: ['replies', 'system'] });
});

test('comics for adults are never mailed, and those above 12 not in 未成年人模式', async () => {
  await note(1, NOON, { comicId: 18, age: 18 });
  await note(2, NOON, { comicId: 16, age: 16 });
  await sendIn(DIGEST);
  await site.call(userTeen, { on: true, pin: '1234' }, { token: reader.token });
  await note(3, inHours(DIGEST), { comicId: 17, age: 16 });
  await note(4, inHours(DIGEST), { comicId: 12, age: 12 });
  await sendIn(DIGEST + 24);
  expect(subjects()).toEqual(['【漫屿】海上的岛：更新到第2话', '【漫屿】海上的岛：更新到第4话']);
});

test('line breaks and other controls in a title stay in its line', async () => {
  const about = { comicId: 5, title: '海\r\nBcc: stranger@example.com\r\n\r\n\u202e退订', chapterId: 71, no: 2 };
  await addNotices(site.pool, [{ readerId: reader.id, age: 0 }], { kind: 'update', about }, NOON);
  await sendIn(DIGEST);
  const [letter] = letters();
  expect(letter?.head).not.toMatch(/^Bcc:/im);
  expect(letter?.text).toMatch(
    /^海\ufffd\ufffdBcc: stranger@example\.com\ufffd\ufffd\ufffd\ufffd\ufffd退订\n更新到第2话\n/,
  );
});

test('a mail has at most fifty notices', async () => {
  for (let comicId = 1; comicId <= 51; comicId++) await note(1, NOON, { comicId });
  await sendIn(DIGEST);
  expect([subjects(), letters()[0]?.text.match(/更新到/g)?.length]).toEqual([['【漫屿】51 条更新'], 50]);
  expect([letters()[0]?.text.includes('另有 1 条'), await waiting()]).toEqual([true, 0]);
});

test('an address that is refused for good is undeliverable, and nothing waits for it', async () => {
  await site.pool.query(`update notices.mailbox set address = 'nobody@mail.example' where reader_id = $1`, [reader.id]);
  await reply();
  await sendIn(0);
  expect((await site.call(mailState, {}, { token: reader.token })).data?.mail?.state).toBe('undeliverable');
  expect(await waiting()).toBe(0);
  await note();
  expect(await waiting()).toBe(0);
});

test('a mail server that refuses for a while is tried again, later each time, and the mail is given up after six tries', async () => {
  await site.pool.query(`update notices.mailbox set address = 'busy@mail.example' where reader_id = $1`, [reader.id]);
  const before = site.server.refused;
  await note();
  let hours = DIGEST - 9.5;
  await site.pool.query('update notices.mail set due_at = $1', [inHours(hours)]);
  for (const wait of [0, 1, 5, 30, 120, 360]) {
    hours += wait / 60;
    if (wait > 0) await sendIn(hours - 0.001);
    await sendIn(hours);
    if (wait === 120) expect(await countMails(site.pool, inHours(hours))).toMatchObject({ waiting: 1, failed: 1 });
  }
  expect([site.server.refused - before, await waiting()]).toEqual([6, 0]);
});

test('a process that dies after it sent a mail sends it once more, with the same id', async () => {
  await note();
  const dies = 'the process is gone';
  await site.pool.query(
    `create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise exception '${dies}'; end $$;
     create trigger dies before delete on notices.mail for each row execute function pg_temp_refuse()`,
  );
  await expect(sendIn(DIGEST)).rejects.toThrow(dies);
  await site.pool.query('drop function pg_temp_refuse cascade');
  await sendIn(DIGEST + 4.9 / 60);
  expect(letters()).toHaveLength(1);
  await sendIn(DIGEST + 5 / 60);
  await sendIn(DIGEST + 1);
  expect([letters().length, letters()[1]?.id, await waiting()]).toEqual([2, letters()[0]?.id, 0]);
});

test('a chapter that comes while the mail is under way is in the mail of the next day', async () => {
  await note(2);
  site.server.onMail = () => note(3, inHours(DIGEST));
  await sendIn(DIGEST);
  site.server.onMail = async () => {};
  await sendIn(DIGEST + 1);
  await sendIn(DIGEST + 24);
  expect(subjects()).toEqual(['【漫屿】海上的岛：更新到第2话', '【漫屿】海上的岛：更新了 2 话，最新是第3话']);
});

test('two nodes that send at the same time send one mail to each reader', async () => {
  const readers = [{ reader, address }];
  for (let count = 0; count < 30; count++) readers.push(await mailReader());
  for (const comicId of [1, 2, 3]) {
    const about = { comicId, title: '海上的岛', chapterId: 71, no: 2 };
    const to = readers.map((each) => ({ readerId: each.reader.id, age: 0 }));
    await addNotices(site.pool, to, { kind: 'update', about }, NOON);
  }
  const node = await site.node();
  await Promise.all([sendIn(DIGEST), sendIn(DIGEST, node)]);
  await node.close();
  expect(readers.map((each) => letters(each.address).map(({ subject }) => subject))).toEqual(
    Array(31).fill(['【漫屿】3 条更新']),
  );
  expect(await waiting()).toBe(0);
});

test('the mails of a reader whom another process serves are left to it, and all others are sent', async () => {
  const second = await mailReader();
  const to = [reader, second.reader].map(({ id }) => ({ readerId: id, age: 0 }));
  await addNotices(site.pool, to, { kind: 'reply', about: { feedbackId: 1 } }, NOON);
  const sending = await transaction(site.pool, async (tx) => {
    await tx.query('select from notices.mailbox where reader_id = $1 for no key update', [reader.id]);
    const started = sendIn(0);
    await expect.poll(() => letters(second.address).length).toBe(1);
    expect(letters()).toEqual([]);
    return { ended: started };
  });
  await sending.ended;
  await sendIn(0);
  expect([letters().length, letters(second.address).length]).toEqual([1, 1]);
});

test('an address that is changed gets nothing until it is verified, and then what still waits', async () => {
  await note();
  await site.call(setMail, { address: `new-${address}` }, { token: reader.token });
  await sendIn(DIGEST);
  const [verify] = lettersTo(site.server, `new-${address}`);
  expect([letters(), letters(`new-${address}`)]).toEqual([[], []]);
  await openLink(site, linksOf(verify)[0] ?? '', 'POST');
  await sendIn(DIGEST + 0.1);
  expect([letters().length, letters(`new-${address}`).length]).toEqual([0, 1]);
});

test('an address that is removed while mails are being sent gets none', async () => {
  const readers = [{ reader, address }];
  for (let count = 0; count < 11; count++) readers.push(await mailReader());
  const to = readers.map((each) => ({ readerId: each.reader.id, age: 0 }));
  await addNotices(site.pool, to, { kind: 'reply', about: { feedbackId: 1 } }, NOON);
  site.server.onMail = async () => void (await site.pool.query('delete from notices.mailbox'));
  await sendIn(0);
  site.server.onMail = async () => {};
  // Five are sent at once.
  expect(readers.flatMap((each) => letters(each.address)).length).toBeLessThanOrEqual(5);
});

test('while the mail server is not set, nothing is sent and nothing is lost', async () => {
  const bare = await startTestApp({ beside: site, now: NOON });
  await reply();
  await bare.app.runJob('send-mails');
  await bare.close();
  expect(await waiting()).toBe(1);
  await sendIn(0);
  expect(letters()).toHaveLength(1);
});

test('verified and undeliverable addresses are counted apart, and mails that are late', async () => {
  const second = await mailReader();
  await site.pool.query(`update notices.mailbox set state = 'undeliverable' where reader_id = $1`, [second.reader.id]);
  await reply();
  expect(await countMails(site.pool, inHours(0.5))).toEqual({
    verified: 1,
    undeliverable: 1,
    waiting: 1,
    failed: 0,
    late: 0,
  });
  expect(await countMails(site.pool, inHours(0.51))).toMatchObject({ waiting: 1, late: 1 });
  expect(await countMails(site.pool, inHours(10.5))).toMatchObject({ waiting: 1, late: 0 });
});
