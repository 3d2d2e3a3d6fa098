import * as v from 'valibot';
import { AuthorName } from '../author-name.ts';
import { call } from '../call.ts';
import { listOf, paged } from '../paging.ts';
import { ById, Coins, ComicCard, Count, Id, Ids, LastRead, Place, Time } from '../shapes.ts';

const Removal = v.union([v.object({ ids: Ids }), v.object({ all: v.literal(true) })]);
const Removed = v.object({ removed: Count });
/** The chapter that was read last or, if it is finished, the first unfinished one after it. Null = there is none. */
const ReadOn = v.object({ id: Id, no: v.number() });
const Followed = listOf(
  v.object({ comic: ComicCard, at: Time, unread: Count, last: v.nullable(LastRead), readOn: v.nullable(ReadOn) }),
);

export const shelf = call({
  path: 'my/shelf',
  who: 'session',
  what: '书架：订阅、收藏、拥有或在读的漫画，最近有动静的在前；sort 为 updated 时，最近出新话的在前；给了 group 时只有这个分组的，分组已经没有时是空的。',
  payload: v.object({
    filter: v.optional(v.picklist(['all', 'updated', 'owned', 'reading']), 'all'),
    sort: v.optional(v.picklist(['recent', 'updated']), 'recent'),
    group: v.optional(Id),
    ...paged,
  }),
  data: listOf(
    v.object({
      comic: ComicCard,
      subscribed: v.boolean(),
      favorited: v.boolean(),
      owned: v.boolean(),
      last: v.nullable(LastRead),
      readOn: v.nullable(ReadOn),
      /** Chapters that were published since the reader's last visit. */
      unread: Count,
    }),
  ),
});

export const subscribed = call({
  path: 'my/subscribe',
  who: 'session',
  what: '订阅的漫画，最近更新的在前。',
  payload: v.object(paged),
  data: Followed,
});

export const favorites = call({
  path: 'my/favorite',
  who: 'session',
  what: '收藏的漫画，最近收藏的在前。',
  payload: v.object(paged),
  data: Followed,
});

export const history = call({
  path: 'my/history',
  who: 'session',
  what: '阅读历史，一部漫画一行，最近读的在前。',
  payload: v.object(paged),
  data: listOf(
    v.object({
      comic: ComicCard,
      chapter: v.object({ id: Id, no: v.number(), title: v.string() }),
      ...Place.entries,
      pages: Count,
      /** The chapter has been read to its end. */
      finished: v.boolean(),
      /** `price`: the price now, if the reader has to buy that chapter first. */
      readOn: v.nullable(v.object({ ...ReadOn.entries, price: v.optional(Coins) })),
      /** Chapters that were published since the reader's last visit. */
      unread: v.optional(Count),
      at: Time,
    }),
  ),
});

export const addSubscribe = call({
  path: 'my/add-subscribe',
  who: 'session',
  what: '订阅一部漫画；返回这部漫画现在的订阅数。',
  payload: ById,
  data: v.object({ count: Count }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, comicNotFound: null },
});

export const addFavorite = call({
  path: 'my/add-favorite',
  who: 'session',
  what: '收藏一部漫画；返回这部漫画现在的收藏数。',
  payload: ById,
  data: v.object({ count: Count }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, comicNotFound: null },
});

export const addFavoriteBatch = call({
  path: 'my/add-favorite-batch',
  who: 'session',
  what: '收藏多部漫画；不存在的和不给这位读者看的略过，返回新收藏了几部。',
  payload: v.object({ ids: Ids }),
  data: v.object({ added: Count }),
});

export const followAuthor = call({
  path: 'my/follow-author',
  who: 'session',
  what: '关注（on 为 true）或不再关注一位作者；返回现在是否关注。不填 on 时只查询。',
  payload: v.object({ name: AuthorName, on: v.optional(v.boolean()) }),
  data: v.object({ followed: v.boolean() }),
  refusals: { comicNotFound: null },
});

export const followedAuthors = call({
  path: 'my/authors',
  who: 'session',
  what: '关注的作者，最近关注的在前。',
  payload: v.object(paged),
  data: listOf(v.object({ name: v.string(), at: Time })),
});

export const delSubscribe = call({
  path: 'my/del-subscribe',
  who: 'session',
  what: '取消订阅。',
  payload: Removal,
  data: Removed,
});

export const delFavorite = call({
  path: 'my/del-favorite',
  who: 'session',
  what: '取消收藏。',
  payload: Removal,
  data: Removed,
});

export const delHistory = call({
  path: 'my/del-history',
  who: 'session',
  what: '删除阅读历史；续看的位置一并删除。',
  payload: Removal,
  data: Removed,
});

export const markReadUpTo = call({
  path: 'my/mark-read',
  who: 'session',
  what: '把一部漫画到这一话（id）为止的各话标为读完，以后从下一话接着看；不算阅读，没有奖励；返回新标了几话。',
  payload: ById,
  data: v.object({ marked: Count }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null },
});

export const markChapters = call({
  path: 'my/mark-chapters',
  who: 'session',
  what: '把一部漫画的这些话标为读完（read 为 true）或未读；不算阅读，没有奖励；返回改了几话。标为读完时续看的位置不变，还没有位置时从最后一话的下一话接着看。标为未读时它们的位置一并忘记；最后读的一话也在其中时，从它前面读过的最近一话接着看。',
  payload: v.object({ ids: Ids, read: v.boolean() }),
  data: v.object({ marked: Count }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null },
});

export const progress = call({
  path: 'my/progress',
  who: 'session',
  what: '记下读到哪里；ageMs 是多久以前读到的，最新的为准，返回留下的位置。finished：这一话已经读完，以后一直算读完；atEnd：这个位置就是末尾，下次从头打开，不带时与 finished 相同。',
  payload: v.object({
    chapterId: Id,
    ...Place.entries,
    finished: v.optional(v.boolean()),
    atEnd: v.optional(v.boolean()),
    ageMs: v.pipe(v.number(), v.minValue(0), v.maxValue(365 * 24 * 3600 * 1000)),
  }),
  data: Place,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null },
});
