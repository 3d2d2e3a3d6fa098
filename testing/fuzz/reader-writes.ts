import { randomUUID } from 'node:crypto';
import type { Call, InputOf } from '#contract/call';
import * as account from '#contract/calls/account';
import * as comics from '#contract/calls/comic';
import * as community from '#contract/calls/community';
import * as groups from '#contract/calls/groups';
import * as library from '#contract/calls/library';
import * as notices from '#contract/calls/notices';
import { redeem } from '#contract/calls/redeeming';
import { gift, sign } from '#contract/calls/rewards';
import * as session from '#contract/calls/session';
import * as support from '#contract/calls/support';
import * as wallet from '#contract/calls/wallet';
import { addNotices } from '../../server/modules/notices/notices.ts';
import type { TestApp } from '../app/app.ts';
import { lastCode, newAddress, newPhone, ownCode } from '../factories/readers.ts';
import { addCode } from '../factories/redeeming.ts';
import { newRequest, orderBy } from '../factories/shop.ts';
import { giveTo } from '../factories/wallets.ts';

/** A reader with a comic of their own: its first chapter is free, the others have a price. */
export type Bench = {
  site: TestApp;
  id: number;
  token: string;
  /** Empty for a visitor. */
  phone: string;
  comicId: number;
  chapterIds: [number, number, number];
  browser: { endpoint: string; p256dh: string; auth: string };
  picture: string;
  questionKey: string;
};

/** A call that writes. */
export type ReaderWrite = {
  call: Call;
  /** The path, and which of its effects this is. */
  name: string;
  /** Whether each call has an effect of its own, such as one more message; or each key. */
  adds: boolean | 'by key';
  /** Visitors are refused, because they have no phone number. */
  needsPhone: boolean;
  prepare(bench: Bench): Promise<object> | object;
};

type More = { effect?: string } & Partial<Pick<ReaderWrite, 'adds' | 'needsPhone'>>;

function write<C extends Call>(
  call: C,
  prepare: (bench: Bench) => InputOf<C> | Promise<InputOf<C>>,
  { effect, adds = false, needsPhone = false }: More = {},
): ReaderWrite {
  const name = effect === undefined ? call.path : `${call.path} (${effect})`;
  return { call, name, adds, needsPhone, prepare: prepare as ReaderWrite['prepare'] };
}

const PASSWORD = 'Fuzz-9-horse-staple';
const key = () => randomUUID();

/** Makes a call that must succeed, and returns its data. */
async function ask<C extends Call>({ site, token }: Bench, call: C, payload: InputOf<C>) {
  const { data, message } = await site.call(call, payload, { token, remoteAddress: newAddress() });
  if (data === null) throw new Error(`${call.path}: ${message}`);
  return data;
}

const ACCOUNT: ReaderWrite[] = [
  write(account.userFace, () => ({ face: 3 })),
  write(account.userGender, () => ({ gender: 1 as const })),
  write(account.userNickname, () => ({ nickname: '连按四下' })),
  write(account.userAdult, () => ({ adult: true })),
  write(account.userTeen, () => ({ on: true, pin: '1234' })),
  write(account.userAutoBuy, () => ({ on: true }), { effect: 'of all comics' }),
  write(account.userAutoBuy, ({ comicId }) => ({ comicId, on: true }), { effect: 'of a comic' }),
  write(account.userPassword, setPassword),
  write(account.loginSendSms, () => ({ telephone: newPhone() })),
  write(account.bindSendCode, () => ({ telephone: newPhone() })),
  write(account.bindPhone, async (bench) => {
    const telephone = newPhone();
    const oldCode = bench.phone === '' ? {} : { oldCode: await ownCode(bench.site, bench, 'phone') };
    await ask(bench, account.bindSendCode, { telephone });
    return { telephone, code: await lastCode(bench.site, telephone), ...oldCode };
  }),
  write(account.loginBySms, async (bench) => {
    const telephone = newPhone();
    await ask(bench, account.loginSendSms, { telephone });
    return { telephone, code: await lastCode(bench.site, telephone) };
  }),
  write(account.endSession, async (bench) => {
    const { devices } = await ask(bench, account.userSessions, {});
    return { id: devices[0]?.id ?? '' };
  }),
  write(session.userRegister, () => ({ domain: 'test', platform: null }), { adds: true }),
  write(session.userLogout, () => ({ all: true })),
];

async function setPassword(bench: Bench) {
  const code = bench.phone === '' ? {} : { code: await ownCode(bench.site, bench, 'password') };
  return { username: `four_${bench.id}`, password: PASSWORD, ...code };
}

const REGISTERED_ACCOUNT: ReaderWrite[] = [
  write(account.userSendCode, () => ({ purpose: 'delete' as const }), { needsPhone: true }),
  write(account.userDelete, async (bench) => ({ code: await ownCode(bench.site, bench, 'delete') })),
  write(
    account.userLogin,
    async (bench) => {
      const { username, ...rest } = await setPassword(bench);
      await ask(bench, account.userPassword, { username, ...rest });
      return { username, password: PASSWORD };
    },
    { adds: true, needsPhone: true },
  ),
];

const READING: ReaderWrite[] = [
  write(comics.comicRead, ({ chapterIds: [id] }) => ({ id })),
  write(library.addSubscribe, ({ comicId }) => ({ id: comicId })),
  write(library.addFavorite, ({ comicId }) => ({ id: comicId })),
  write(library.addFavoriteBatch, ({ comicId }) => ({ ids: [comicId] })),
  write(library.followAuthor, () => ({ name: '作者', on: true })),
  write(library.delSubscribe, async (bench) => {
    await ask(bench, library.addSubscribe, { id: bench.comicId });
    return { ids: [bench.comicId] };
  }),
  write(library.delFavorite, async (bench) => {
    await ask(bench, library.addFavorite, { id: bench.comicId });
    return { all: true as const };
  }),
  write(library.delHistory, async (bench) => {
    await ask(bench, library.progress, placeIn(bench));
    return { ids: [bench.comicId] };
  }),
  write(library.progress, placeIn),
  write(library.markReadUpTo, ({ chapterIds: [, id] }) => ({ id })),
  write(library.markChapters, ({ chapterIds: ids }) => ({ ids, read: true })),
  write(
    library.markChapters,
    async (bench) => {
      await ask(bench, library.markReadUpTo, { id: bench.chapterIds[1] });
      return { ids: bench.chapterIds, read: false };
    },
    { effect: 'unread' },
  ),
  write(groups.saveGroup, () => ({ name: '在追' })),
  write(groups.saveGroup, async (bench) => ({ ...(await newGroup(bench)), name: '新名' }), { effect: 'a new name' }),
  write(groups.delGroup, (bench) => newGroup(bench)),
  write(groups.sortGroups, async (bench) => {
    const [one, other] = [await newGroup(bench, '一'), await newGroup(bench, '二')];
    return { ids: [other.id, one.id] };
  }),
  write(groups.groupComics, async (bench) => {
    await ask(bench, library.addFavorite, { id: bench.comicId });
    return { comicIds: [bench.comicId], into: [(await newGroup(bench)).id] };
  }),
];

function placeIn({ chapterIds: [chapterId] }: Bench) {
  return { chapterId, page: 1, offset: 0.5, finished: true, ageMs: 0 };
}

function newGroup(bench: Bench, name = '旧名') {
  return ask(bench, groups.saveGroup, { name });
}

const MONEY: ReaderWrite[] = [
  write(gift, () => ({ claim: 'all' as const }), { effect: 'all' }),
  write(gift, () => ({ claim: 1 })),
  write(sign, () => ({ sign: true as const })),
  write(comics.comicPay, async ({ site, id, chapterIds: [, second, third] }) => {
    await giveTo(site, id, { coins: 100, bonus: 7 });
    return { chapterIds: [second, third], expect: 20, key: key() };
  }),
  write(
    comics.comicPay,
    async ({ site, id, chapterIds: [, second] }) => {
      await giveTo(site, id, { tickets: 3 });
      return { chapterIds: [second], expect: 10, ticket: true, key: key() };
    },
    { effect: 'with a ticket' },
  ),
  write(comics.waitOpen, ({ chapterIds: [, id] }) => ({ id, key: key() })),
  write(redeem, async ({ site }) => ({
    code: await addCode(site, { coins: 6, bonus: 3, validFrom: new Date(0), validUntil: new Date('9000-01-01') }),
    key: key(),
  })),
  write(wallet.chargeSubmit, () => newRequest(), { adds: 'by key' }),
  write(wallet.chargeNext, async ({ site, token }) => ({ orderId: (await orderBy(site, token)).orderId })),
  write(wallet.chargeCancel, async ({ site, token }) => ({ orderId: (await orderBy(site, token)).orderId })),
  write(wallet.chargeOrder, async ({ site, token }) => ({ orderId: (await orderBy(site, token)).orderId })),
];

const WORDS: ReaderWrite[] = [
  write(community.chapterLike, ({ chapterIds: [id] }) => ({ id, on: true })),
  write(community.comicRate, ({ comicId }) => ({ id: comicId, stars: 5 })),
  write(notices.readNotice, async (bench) => ({ ids: [await newNotice(bench)] })),
  write(notices.delNotice, async (bench) => ({ ids: [await newNotice(bench)] })),
  write(notices.setNoticeSettings, () => ({ muted: ['updates' as const], pushMuted: ['money' as const] })),
  write(notices.pushSubscribe, ({ browser }) => browser),
  write(notices.pushUnsubscribe, async (bench) => {
    await ask(bench, notices.pushSubscribe, bench.browser);
    return { endpoint: bench.browser.endpoint };
  }),
  write(notices.setMail, ({ id }) => ({ address: `reader${id}@example.com` }), { adds: true }),
  write(notices.delMail, async (bench) => {
    await ask(bench, notices.setMail, { address: `reader${bench.id}@example.com` });
    return {};
  }),
  write(support.faqVote, ({ questionKey }) => ({ key: questionKey, helpful: true })),
  write(support.pictureUpload, ({ picture: image }) => ({ image }), { adds: true }),
  write(support.feedbackSubmit, () => ({ type: 4 as const, content: '看不了' })),
  write(
    support.feedbackSubmit,
    async (bench) => {
      const { id } = await ask(bench, support.pictureUpload, { image: bench.picture });
      return { type: 5 as const, content: '举报', pictures: [id] };
    },
    { effect: 'a report with a picture' },
  ),
  write(support.feedback, () => ({})),
  write(support.feedbackReply, async (bench) => ({ ...(await newFeedback(bench)), content: '还是看不了' })),
  write(support.feedbackWithdraw, newFeedback),
];

function newFeedback(bench: Bench) {
  return ask(bench, support.feedbackSubmit, { type: 4, content: '看不了' });
}

async function newNotice(bench: Bench): Promise<number> {
  const about = { comicId: bench.comicId, title: '海上的岛', chapterId: bench.chapterIds[0], no: 1 };
  await addNotices(bench.site.pool, [{ readerId: bench.id, age: 0 }], { kind: 'update', about }, new Date());
  return (await ask(bench, notices.notices, {})).list[0]?.id ?? 0;
}

/** The calls of readers that write, with a valid payload each. */
export const READER_WRITES: readonly ReaderWrite[] = [ACCOUNT, REGISTERED_ACCOUNT, READING, MONEY, WORDS].flat();

/** Sent several times at once elsewhere: `password-link.test.ts`. */
export const ELSEWHERE: readonly string[] = ['user/password-by-link'];

/** The paths of the calls that write nothing, or no more than a counter. */
export const READS: readonly string[] = [
  [
    'user/info',
    'user/detail',
    'user/password-link',
    'user/challenge',
    'user/sessions',
    'user/auto-buys',
    'user/export',
  ],
  ['config', 'banner', 'home', 'event', 'text', 'new', 'weekly', 'finish', 'free', 'author', 'genre', 'rank', 'theme'],
  ['promotion', 'promotion/comics', 'search', 'keyword', 'comic/by-code', 'comic/info', 'comic/chapters'],
  ['comic/recommend', 'comic/chapter-verify', 'comic/next-chapter', 'comic/quote', 'comic/wait-list'],
  ['my/shelf', 'my/subscribe', 'my/favorite', 'my/history', 'my/authors', 'my/groups', 'my/charge-log', 'my/pay-log'],
  ['my/notice', 'my/notice-settings', 'my/push', 'my/mail', 'charge/item', 'faq', 'faq/votes', 'faq/picture'],
].flat();
