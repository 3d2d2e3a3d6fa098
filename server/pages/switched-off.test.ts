import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call, InputOf } from '#contract/call';
import { CALLS } from '#contract/calls';
import * as account from '#contract/calls/account';
import * as comic from '#contract/calls/comic';
import * as community from '#contract/calls/community';
import * as groups from '#contract/calls/groups';
import * as library from '#contract/calls/library';
import * as listings from '#contract/calls/listings';
import * as notices from '#contract/calls/notices';
import { redeem } from '#contract/calls/redeeming';
import * as rewards from '#contract/calls/rewards';
import * as session from '#contract/calls/session';
import * as siteCalls from '#contract/calls/site';
import * as support from '#contract/calls/support';
import * as wallet from '#contract/calls/wallet';
import * as codes from '#contract/codes';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, changeComic } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';
import { openMailServer } from '../../testing/factories/mails.ts';
import { addPromotion } from '../../testing/factories/promotions.ts';
import { openPushGateway } from '../../testing/factories/pushes.ts';
import { newAddress, signedIn } from '../../testing/factories/readers.ts';
import { addBatch, redeeming, stop } from '../../testing/factories/redeeming.ts';
import { sellPass } from '../../testing/factories/shop.ts';
import { giveTo } from '../../testing/factories/wallets.ts';
import { DEFAULT_PARTS } from '../modules/editorial/editorial.ts';
import { addNotices } from '../modules/notices/notices.ts';

/** Noon in Shanghai. */
const NOW = new Date('2026-03-10T04:00:00.000Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 3600 * 1000);
const CODES = { validFrom: inDays(-1), validUntil: inDays(10) };
/** The fields of answers about 等就免费, 月卡, 兑换码, 消息, 推送, e-mail, likes and ratings. */
const WORDS = /等就免费|等免|月卡|兑换码|消息|推送|邮|赞|评分/g;

let site: TestApp;
let closeServers: () => Promise<void>;
let ids: number[];
let comicId: number;
let promotionId: number;
/** The second one gets 月卡 as soon as there is some. */
let readers: { id: number; token: string }[];
beforeAll(async () => {
  const { gateway, push } = await openPushGateway();
  const { server, mail } = await openMailServer();
  closeServers = async () => {
    await gateway.close();
    await server.close();
  };
  site = await startTestApp({ now: NOW, push, mail });
  const [old, recent] = [{ price: 10 }, { price: 10, publishedAt: inDays(-5) }];
  const chapters = [{}, {}, old, recent, recent, recent];
  const made = await addComic(site, { title: '萝卜海', genres: ['奇幻'], createdAt: inDays(-20), chapters });
  comicId = made.comicId;
  ids = made.chapters.map(({ id }) => id);
  const complete = await addComic(site, { status: 'complete', createdAt: inDays(-20), chapters: [{}, old] });
  await addPromotion(site, {
    comicIds: [complete.comicId],
    percent: 50,
    startsAt: inDays(-1),
    endsAt: inDays(20),
  });
  readers = [await signedIn(site), await signedIn(site)];
  for (const { id, token } of readers) {
    for (const call of [library.addSubscribe, library.addFavorite]) await site.call(call, { id: comicId }, { token });
    await site.call(comic.comicRead, { id: ids[0] ?? 0 }, { token });
    await site.call(account.userAutoBuy, { comicId, on: true }, { token });
    await giveTo(site, id, { coins: 100, now: NOW });
  }
  await site.caughtUp();
  promotionId = (await site.call(listings.promotion, {})).data?.promotions[0]?.id ?? 0;
});
afterAll(async () => {
  await site.close();
  await closeServers();
});

const FEATURES = { notices: true, push: true, mail: true, likes: true, ratings: true };
const COMICS = { waitHours: 24, waitExceptLatest: 0, passAfterDays: 10 };
const COMICS_OFF = { waitHours: 0, waitExceptLatest: 3, passAfterDays: 0 };

async function switchAll(isOn: boolean): Promise<void> {
  await editPart(site, 'features', isOn ? FEATURES : DEFAULT_PARTS.features);
  await editPart(site, 'discounts', isOn ? [{ chapters: 1, percent: 80, pass: true }] : []);
  await editPart(site, 'attendance', { ...DEFAULT_PARTS.attendance, ...(isOn && { passBonus: 10 }) });
  if (isOn) await sellPass(site);
  else await editPart(site, 'packages', DEFAULT_PARTS.packages);
  const { rows } = await site.pool.query<{ id: number }>('select id::int from catalog.comic');
  for (const { id } of rows) await changeComic(site, id, isOn ? COMICS : COMICS_OFF);
  await site.caughtUp();
}

const asked = <C extends Call>(call: C, payload: InputOf<C>) => ({ call, payload });

/** Every call that only answers, with chapters that are free, open by 月卡, open by 等就免费, and locked. */
function questions(token: string) {
  const [free = 0, next = 0, old = 0, waited = 0, locked = 0] = ids;
  const onChapters = [free, next, old, waited, locked].flatMap((id) => [
    asked(comic.chapterVerify, { id }),
    asked(comic.comicRead, { id, ahead: true }),
    asked(comic.nextChapter, { id }),
  ]);
  return [
    asked(session.userInfo, { token }),
    asked(session.userRegister, { domain: 'test', platform: null }),
    ...[account.userDetail, account.userSessions, account.userAutoBuys].map((call) => asked(call, {})),
    asked(siteCalls.config, { platform: 'pc' }),
    asked(siteCalls.banner, { no: [1, 8, 13] }),
    asked(siteCalls.home, {}),
    asked(siteCalls.event, { all: true }),
    asked(siteCalls.text, { name: 'service' }),
    asked(siteCalls.text, { name: 'privacy' }),
    ...[listings.newComics, listings.finish, listings.free].map((call) => asked(call, {})),
    asked(listings.weekly, { day: 0 }),
    asked(listings.author, { name: '作者' }),
    asked(listings.genre, {}),
    asked(listings.comicRecommend, { id: comicId }),
    asked(listings.rank, { type: 'total' }),
    asked(listings.promotion, {}),
    asked(listings.promotionComics, { id: promotionId }),
    asked(listings.themeOrThemes, {}),
    asked(listings.search, {}),
    asked(listings.keyword, { prefix: '萝' }),
    asked(comic.comicInfo, { id: comicId }),
    asked(comic.comicInfo, { id: comicId, window: 2 }),
    asked(comic.comicChapters, { id: comicId }),
    ...onChapters,
    asked(comic.comicQuote, { chapterIds: [locked] }),
    ...[library.shelf, library.subscribed, library.favorites, library.history, library.followedAuthors].map((call) =>
      asked(call, {}),
    ),
    asked(groups.groups, {}),
    asked(wallet.chargeItem, {}),
    ...[wallet.chargeLog, wallet.payLog, rewards.gift, rewards.sign, support.faq].map((call) => asked(call, {})),
    ...[support.faqVotes, support.feedback].map((call) => asked(call, {})),
  ];
}

/** The names of all fields with the call, as `comic/info chapters[].opened`, and all texts. */
async function answersOf(): Promise<{ fields: Set<string>; words: Set<string> }> {
  const fields = new Set<string>();
  const words = new Set<string>();
  const note = (value: unknown, name: string) => {
    if (typeof value === 'string') for (const [word] of value.matchAll(WORDS)) words.add(word);
    if (Array.isArray(value)) for (const each of value) note(each, `${name}[]`);
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) {
        const inner = `${name}.${/^\d+$/.test(key) ? '#' : key}`;
        fields.add(inner);
        note(each, inner);
      }
  };
  for (const { token } of readers)
    for (const { call, payload } of questions(token)) {
      const headers = { authorization: `Bearer ${token}` };
      const { code, data, message } = await site.post(call.path, site.cipher.seal(JSON.stringify(payload)), headers);
      expect([0, codes.chapterLocked], `${call.path}: ${message}`).toContain(code);
      note(data, call.path);
    }
  return { fields, words };
}

/** The calls of the features themselves while they are off. */
async function ownAnswers() {
  const options = { token: readers[0]?.token ?? '', remoteAddress: newAddress() };
  const key = 'key-of-this-test';
  const dataOf = async <C extends Call>(call: C, payload: InputOf<C>) => (await site.call(call, payload, options)).data;
  const codeOf = async <C extends Call>(call: C, payload: InputOf<C>) => (await site.call(call, payload, options)).code;
  return {
    notices: await dataOf(notices.notices, {}),
    pushState: await dataOf(notices.pushState, {}),
    mailState: await dataOf(notices.mailState, {}),
    waitComics: await dataOf(comic.waitComics, {}),
    noticeSettings: Object.keys((await dataOf(notices.noticeSettings, {})) ?? {}),
    setMail: await codeOf(notices.setMail, { address: 'a@mail.example' }),
    like: await codeOf(community.chapterLike, { id: ids[0] ?? 0, on: true }),
    rate: await codeOf(community.comicRate, { id: comicId, stars: 5 }),
    waitOpen: await codeOf(comic.waitOpen, { id: ids[4] ?? 0, key }),
    redeem: await codeOf(redeem, { code: '0000000000000000', key }),
  };
}

const OWN_ANSWERS_OFF = {
  notices: { list: [], next: null },
  pushState: { key: null, here: false, devices: 0 },
  mailState: { on: false, mail: null },
  waitComics: { list: [] },
  noticeSettings: ['muted', 'pushMuted'],
  setMail: codes.notOffered,
  like: codes.notOffered,
  rate: codes.notOffered,
  waitOpen: codes.waitUnavailable,
  redeem: codes.redeemCodeUnknown,
};

/** The fields of the features, each in the answers that have it while all are on. */
const ADDED = `author.list[].waits
charge/item.pass
comic/chapter-verify.chapter.opened
comic/chapter-verify.passForSale
comic/chapter-verify.passPercent
comic/chapter-verify.waitFree
comic/chapters.chapters[].opened
comic/info.chapters[].opened
comic/info.likes
comic/info.pass
comic/info.rating
comic/info.waitFree
comic/info.waits
comic/next-chapter.opened
comic/read.chapter.opened
comic/read.likes
comic/read.next.opened
comic/read.passForSale
comic/read.passPercent
comic/read.prev.opened
comic/read.waitFree
comic/recommend.list[].waits
config.redeem
finish.list[].waits
home.sections[].list[].waits
my/favorite.list[].comic.waits
my/shelf.list[].comic.waits
my/subscribe.list[].comic.waits
new.list[].waits
promotion.promotions[].list[].waits
promotion/comics.list[].waits
promotion/sign.passBonus
rank.list[].comic.waits
search.list[].waits
user/auto-buys.list[].waits
user/detail.pass
user/detail.unread.notices
user/info.pass
user/info.unread.notices
user/register.unread.notices
weekly.list[].waits`.split('\n');

test('with everything off no answer has a field or a word of the features, before they were on and after, but whether codes are open', async () => {
  const before = await answersOf();
  expect(await ownAnswers()).toEqual(OWN_ANSWERS_OFF);
  expect([...before.words]).toEqual([]);

  await switchAll(true);
  const { id, codes: made } = await addBatch(site, { ...CODES, count: 2, passDays: 5 });
  expect(await redeeming(site, readers[1]?.token ?? '', made[0] ?? '')).toMatchObject({ passDays: 5 });
  for (const reader of readers) {
    const options = { token: reader.token };
    await site.call(comic.waitOpen, { id: ids[3] ?? 0, key: 'key-of-a-wait' }, options);
    await site.call(community.chapterLike, { id: ids[0] ?? 0, on: true }, options);
    await site.call(community.comicRate, { id: comicId, stars: 5 }, options);
    await addNotices(
      site.pool,
      [{ readerId: reader.id, age: 0 }],
      { kind: 'passEnds', about: { day: '2026-03-14' } },
      NOW,
    );
  }
  const on = await answersOf();
  const added = new Set([...on.fields].filter((field) => !before.fields.has(field)));
  // Of nested fields only the outermost one.
  const outermost = [...added].filter((field) => !added.has(field.replace(/(\[\])?\.[^.]+$/, '')));
  expect(outermost.toSorted()).toEqual(ADDED);
  expect([...on.words].toSorted()).toEqual(['推送', '月卡', '消息', '评分', '赞', '邮']);

  await stop(site, id, NOW);
  await switchAll(false);
  site.setTime(inDays(8));
  const after = await answersOf();
  // A reader with a code of the stopped batch is answered that it has ended.
  expect([...after.fields].filter((field) => !before.fields.has(field))).toEqual(['config.redeem']);
  expect([...after.words]).toEqual([]);
  expect(await ownAnswers()).toEqual(OWN_ANSWERS_OFF);
});

/** The calls of the features. */
const OWN_CALLS = `comic/wait-open comic/wait-list comic/like comic/rate charge/redeem my/notice my/read-notice my/del-notice
my/notice-settings my/set-notice-settings my/push my/push-subscribe my/push-unsubscribe my/mail my/set-mail my/del-mail`;

/** Calls that change something, that answer with no more than the asked ones, or, as the export, name all that is stored. */
const OTHER_CALLS = `user/logout user/login user/login-send-sms user/login-by-sms user/face user/gender user/password
user/password-link user/password-by-link user/bind-send-code user/bind-phone user/challenge user/send-code user/end-session
user/auto-buy user/nickname user/adult user/teen user/export user/delete comic/by-code comic/pay my/add-subscribe
my/add-favorite my/add-favorite-batch my/follow-author my/del-subscribe my/del-favorite my/del-history my/mark-read
my/mark-chapters my/progress my/save-group my/del-group my/sort-groups my/group-comics charge/submit charge/order charge/next
charge/cancel faq/vote faq/feedback-submit faq/picture-upload faq/picture
faq/feedback-reply faq/feedback-withdraw`;

test('every call is asked here, or belongs to a feature, or changes something', () => {
  const known = [...questions('').map(({ call }) => call.path), ...`${OWN_CALLS} ${OTHER_CALLS}`.split(/\s/)];
  expect(CALLS.map(({ path }) => path).filter((path) => !known.includes(path))).toEqual([]);
});
