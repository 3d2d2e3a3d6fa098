import * as v from 'valibot';
import { call } from '../call.ts';
import { Likes } from '../opinions.ts';
import {
  ById,
  ChapterAccess,
  ChapterItem,
  Coins,
  ComicCard,
  ComicDetail,
  Count,
  Direction,
  Id,
  Key,
  Page,
  Place,
  Quote,
  Restricted,
  Time,
} from '../shapes.ts';

/** The maximum number of chapters in an answer. */
const WindowSize = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200));

export const comicInfo = call({
  path: 'comic/info',
  who: 'session',
  what: '一部漫画和它已发布的各话。带 window 时最多给这么多话：每 window 话一窗，上次读到的那一窗，没有读过就是第一窗；window 说出其余的。',
  payload: v.object({ id: Id, window: v.optional(WindowSize) }),
  data: ComicDetail,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, comicNotFound: null },
});

export const comicChapters = call({
  path: 'comic/chapters',
  who: 'session',
  what: '一部漫画已发布的各话里的一段，按话数；locked 时只算还要买的。从前面有 from 话的那一话起，带 fromNo 时从话数不小于它的第一话起，后面不够 size 话就往前补足。',
  payload: v.object({
    id: Id,
    from: v.optional(Count, 0),
    fromNo: v.optional(v.number()),
    size: v.optional(WindowSize, 50),
    locked: v.optional(v.boolean(), false),
  }),
  data: v.object({
    /** The number of chapters before the first one in the answer. */
    from: Count,
    total: Count,
    chapters: v.array(ChapterItem),
  }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, comicNotFound: null },
});

export const chapterVerify = call({
  path: 'comic/chapter-verify',
  who: 'session',
  what: '这位读者能否读这一话，不能时缺什么。panel 是为了买它而问的，只用来计数。',
  payload: v.object({ ...ById.entries, panel: v.optional(v.boolean(), false) }),
  data: ChapterAccess,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null },
});

export const comicRead = call({
  path: 'comic/read',
  who: 'session',
  what: '一话的各页。未购的话以 3003 拒绝，不给任何页的地址。ahead 是预先取的：响应与拒绝相同，但什么也不记；真的翻开时不带它再问一次，才算读过。',
  payload: v.object({ id: Id, ahead: v.optional(v.boolean(), false) }),
  data: v.object({
    comic: v.object({ id: Id, title: v.string(), direction: Direction, restricted: Restricted }),
    chapter: ChapterItem,
    pages: v.array(Page),
    prev: v.nullable(ChapterItem),
    next: v.nullable(ChapterItem),
    /** Null = the chapter opens at its top: it was not read yet, or was read to its end. */
    progress: v.nullable(Place),
    /** Only if the operator has switched likes on. */
    likes: v.optional(Likes),
  }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null, chapterLocked: ChapterAccess },
});

export const nextChapter = call({
  path: 'comic/next-chapter',
  who: 'session',
  what: '这一话之后的一话；没有时为 null。',
  payload: ById,
  data: v.nullable(ChapterItem),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null },
});

/** Up to 200 chapters of one comic. */
const ChapterIds = v.pipe(v.array(Id), v.minLength(1), v.maxLength(200));

export const comicQuote = call({
  path: 'comic/quote',
  who: 'session',
  what: '一部漫画的这些话一共要付多少，怎么付：先赠币（先到期的先用），后漫币；ticket 时用阅读券，只能一话。',
  payload: v.object({ chapterIds: ChapterIds, ticket: v.optional(v.boolean(), false) }),
  data: Quote,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null },
});

export const comicPay = call({
  path: 'comic/pay',
  who: 'registered',
  what: '购买一部漫画的这些话。expect 是给读者看过的总价（即使用阅读券），与此刻的不同就什么也不买；同一个 key 只生效一次，再发一次得到同样的响应。已购的、免费的不付钱；全部已购时不看 expect。autoBuy 随之设置这部漫画的自动购买。',
  payload: v.object({
    chapterIds: ChapterIds,
    expect: Count,
    ticket: v.optional(v.boolean(), false),
    autoBuy: v.optional(v.boolean()),
    key: Key,
  }),
  data: v.object({
    /** The chapters that this call bought. */
    chapterIds: v.array(Id),
    spent: v.object({ coins: Coins, bonus: Coins, tickets: Count }),
    coins: Coins,
    bonus: Coins,
    tickets: Count,
  }),
  refusals: {
    teenModeForbids: null,
    ageUnconfirmed: null,
    chapterNotFound: null,
    insufficientCoins: Quote,
    priceChanged: Quote,
    noTicket: null,
  },
});

export const waitOpen = call({
  path: 'comic/wait-open',
  who: 'registered',
  what: '用等就免费打开一话：不付钱，读到 until 为止，不算买下。同一个 key 只生效一次，再发一次得到同样的响应。已购的、免费的、还开着的什么也不用，until 与 readyAt 为 null。',
  payload: v.object({ id: Id, key: Key }),
  data: v.object({
    until: v.nullable(Time),
    /** When the next chapter of the comic can be opened. */
    readyAt: v.nullable(Time),
  }),
  refusals: {
    teenModeForbids: null,
    ageUnconfirmed: null,
    chapterNotFound: null,
    waitUnavailable: null,
    waitNotReady: v.object({ readyAt: Time }),
  },
});

export const waitComics = call({
  path: 'comic/wait-list',
  who: 'registered',
  what: '这位读者用过等就免费、还有话可以打开的漫画，可以打开的在前。',
  payload: v.object({}),
  data: v.object({
    list: v.array(v.object({ comic: ComicCard, readyAt: v.nullable(Time), next: Id })),
  }),
});
