import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bindPhone,
  bindSendCode,
  userAutoBuy,
  userExport,
  userNickname,
  userPassword,
  userTeen,
} from '#contract/calls/account';
import { chapterLike, comicRate } from '#contract/calls/community';
import { groupComics, saveGroup } from '#contract/calls/groups';
import { addFavorite, addSubscribe, followAuthor, progress } from '#contract/calls/library';
import { setNoticeSettings } from '#contract/calls/notices';
import { gift, sign } from '#contract/calls/rewards';
import { userRegister } from '#contract/calls/session';
import { faq, faqVote, feedback, feedbackSubmit, pictureUpload } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { lastCode, newAddress, newPhone } from '../../../../testing/factories/readers.ts';
import { addCode, redeeming } from '../../../../testing/factories/redeeming.ts';
import { campaign } from '../../../../testing/factories/rewards.ts';
import { orderBy } from '../../../../testing/factories/shop.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';
import { rowsOfReader } from '../../../../testing/fuzz/rows-of-reader.ts';
import { transaction } from '../../../core/db/db.ts';
import { createLog } from '../../../core/log/log.ts';
import { createMembership, grantPass } from '../../membership/membership.ts';
import { addNotices } from '../../notices/notices.ts';
import { addReply } from '../../support/support.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
/** Ten in the morning in Shanghai, when reading is allowed in teen mode. */
const MORNING = new Date(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T02:00:00Z`);

/** Columns that the export leaves out: secrets, ids of rows, and internal state. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'account.reader': ['password_hash', 'teen_pin_hash', 'expects_news', 'banned_at', 'banned_until', 'claimed_gifts'],
  'account.session': ['token_hash', 'id'],
  'account.device_cookie': ['hash'],
  'account.password_link': ['token_hash', 'expires_at'],
  'account.teen_day': ['last_minute'],
  'membership.pass_grant': ['key', 'origin'],
  'membership.wait_timer': ['ready_at'],
  'membership.wait_use': ['id', 'key', 'ready_at'],
  'notices.mailbox': ['key', 'verified_at', 'verify_due_at', 'verify_tries', 'digest_on'],
  'notices.mail': ['notice_id', 'due_at', 'tries'],
  'notices.verification_mail': ['id', 'address_hash', 'asked_at'],
  'notices.pushed_day': ['day', 'pushed'],
  'notices.subscription': ['id', 'p256dh', 'auth', 'session_hash', 'failures'],
  'reading.library': ['news_at'],
  'reading.entry': ['seen_at', 'latest_at', 'age', 'activity_at'],
  // Exported in this order.
  'reading.comic_group': ['ordinal'],
  'support.feedback': ['seen_at', 'assigned_to'],
  // Exported as base64.
  'support.picture': ['image', 'uploaded_at'],
  'shop.topup_order': ['id', 'key', 'request', 'reference', 'next', 'queried_at', 'looks', 'look_at'],
  'rewards.redeem_code': ['id', 'batch_id', 'hash', 'key'],
  'wallet.wallet': ['id'],
  // Deleted after the day; the chapters read are exported with the library.
  'reading.view': ['day', 'chapter_id', 'comic_id'],
};

/** A reader with rows in every table, and the token of their last session. */
async function busyReader(): Promise<{ id: number; token: string; phone: string }> {
  const remoteAddress = newAddress();
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8.0' };
  const arrival = { domain: 'first.example', u: 'a friend', platform: 'iOS' as const };
  const { data: guest } = await site.call(userRegister, arrival, { remoteAddress, headers });
  const named = { username: 'busy_reader', password: GOOD };
  const { data: registered, device } = await site.call(userPassword, named, { token: guest?.token });
  const phone = newPhone();
  await site.call(bindSendCode, { telephone: phone }, { token: registered?.token, remoteAddress });
  const proven = { telephone: phone, code: await lastCode(site, phone), password: GOOD };
  const known = { ...headers, cookie: `device=${device}` };
  const { data } = await site.call(bindPhone, proven, { token: registered?.token, headers: known });
  if (!data) throw new Error('the reader got no phone');
  const as = { token: data.token, remoteAddress };
  const { comicId, chapters } = await addComic(site, {});
  await site.call(userNickname, { nickname: '什么都有' }, as);
  await site.call(userAutoBuy, { comicId, on: true }, as);
  await site.call(addSubscribe, { id: comicId }, as);
  await site.call(addFavorite, { id: comicId }, as);
  await site.call(followAuthor, { name: '作者', on: true }, as);
  const { data: group } = await site.call(saveGroup, { name: '睡前看' }, as);
  await site.call(groupComics, { comicIds: [comicId], into: [group?.id ?? 0] }, as);
  await orderBy(site, data.token);
  await editPart(site, 'features', { notices: false, likes: true, ratings: true });
  await site.call(chapterLike, { id: chapters[0]?.id ?? 0, on: true }, as);
  await site.call(comicRate, { id: comicId, stars: 4 }, as);
  const [validFrom, validUntil] = [new Date('2001-01-01'), new Date('2999-01-01')];
  await redeeming(site, data.token, await addCode(site, { tickets: 1, validFrom, validUntil }));
  await site.call(userTeen, { on: true, pin: '4711' }, as);
  const read = { chapterId: chapters[0]?.id ?? 0, page: 1, offset: 0.125, finished: true, ageMs: 0 };
  await site.call(progress, read, as);
  const about = { comicId, chapterId: read.chapterId, page: 2 };
  const mine = { type: 4 as const, content: '我写的', contact: 'me@example.net', about };
  const { data: written } = await site.call(feedbackSubmit, mine, as);
  await addReply(site.pool, written?.id ?? 0, '答复的', new Date());
  await site.call(feedback, {}, as);
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await site.call(pictureUpload, { image: pixel }, as);
  const { data: questions } = await site.call(faq, {});
  await site.call(faqVote, { key: questions?.list[0]?.key ?? '', helpful: false }, as);
  await addNotices(
    site.pool,
    [{ readerId: data.id, age: 0 }],
    { kind: 'reply', about: { feedbackId: written?.id ?? 0 } },
    MORNING,
  );
  await site.call(setNoticeSettings, { muted: ['money'], pushMuted: ['replies'] }, as);
  await site.pool.query(
    `insert into notices.subscription (reader_id, endpoint, p256dh, auth, created_at)
     values ($1, 'https://push.example.com/a', 'key', 'secret', $2)`,
    [data.id, MORNING],
  );
  await site.pool.query(
    `insert into notices.mailbox (reader_id, address, state, key, asked_at)
     values ($1, 'busy@mail.example', 'verified', 'a key', $2)`,
    [data.id, MORNING],
  );
  await site.pool.query(
    `insert into notices.mail (reader_id, notice_id, due_at) select reader_id, id, $2 from notices.notice where reader_id = $1`,
    [data.id, MORNING],
  );
  await site.pool.query(
    `insert into notices.verification_mail (reader_id, address_hash, asked_at) values ($1, 'hash', $2)`,
    [data.id, MORNING],
  );
  await site.pool.query(`insert into notices.pushed_day values ($1, $2, '{1 1}')`, [data.id, MORNING]);
  const wait = { comicId, chapterId: chapters[0]?.id ?? 0, key: 'opened-by-waiting', waitHours: 24, waitReadHours: 48 };
  await createMembership(site.pool, createLog('silent')).waiting.open(data.id, wait, MORNING);
  const pass = { key: 'a-pass', source: 'code' as const, days: 30, priceFen: 0 };
  await transaction(site.pool, (tx) => grantPass(tx, data.id, pass, MORNING));
  await giveTo(site, data.id, { coins: 30, bonus: 7, now: MORNING });
  await editPart(site, 'gifts', [campaign(77, { end: '2999-01-01T00:00:00.000Z', start: '2001-01-01T00:00:00.000Z' })]);
  await site.call(gift, { claim: 77 }, as);
  await site.call(sign, { sign: true }, as);
  await site.pool.query(
    'insert into account.password_link (reader_id, token_hash, expires_at) values ($1, sha256($2), $3)',
    [data.id, 'link', MORNING],
  );
  await site.pool.query('update account.reader set erases_at = $2 where id = $1', [data.id, MORNING]);
  return { id: data.id, token: data.token, phone };
}

test('the export has everything that any table stores of a reader, and no secret', async () => {
  site.setTime(MORNING);
  const { id, token, phone } = await busyReader();
  const { data } = await site.call(userExport, {}, { token });
  const text = JSON.stringify(data);
  const tables = await rowsOfReader(site.pool, id);
  const missing: string[] = [];
  for (const [table, rows] of Object.entries(tables)) {
    const columns = rows.flatMap((each) => Object.entries(JSON.parse(each) as Record<string, unknown>));
    for (const [column, value] of columns) {
      if (column === 'reader_id' || value === null || LEFT_OUT[table]?.includes(column)) continue;
      if (!text.includes(JSON.stringify(asExported(value)))) missing.push(`${table}.${column}`);
    }
  }
  expect(missing).toEqual([]);
  // The reader has rows of every kind, so no table is left out of the comparison.
  const empty = Object.entries(tables).filter(([table, rows]) => rows.length === 0 && table !== 'reading.view');
  expect(empty).toEqual([]);
  expect(data).toMatchObject({
    account: {
      telephone: phone,
      domain: 'first.example',
      source: 'a friend',
      platform: 'iOS',
      devices: [{ device: 'iPhone · 微信' }],
      knownDevices: [{ loggedInAt: MORNING.toISOString() }],
      textMessages: [{ sentAt: MORNING.toISOString() }],
      youngReadersMinutes: [{ day: MORNING.toISOString().slice(0, 10), minutes: 1 }],
    },
  });
  expect(data).toMatchObject({
    wallet: {
      grants: [
        { asset: 'ticket' },
        { asset: 'coin', granted: 30, expiresAt: null },
        { asset: 'bonus' },
        { asset: 'bonus' },
        { asset: 'bonus' },
      ],
      records: [
        { kind: 'redeem', amount: 1 },
        { kind: 'topup', amount: 30 },
        { kind: 'gift', amount: 7 },
        { kind: 'gift', amount: 10 },
        { kind: 'sign', amount: 1 },
      ],
    },
  });
  for (const secret of ['argon2', token, GOOD]) expect(text).not.toContain(secret);
});

/** Times in the form of JSON. */
function asExported(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value;
}
