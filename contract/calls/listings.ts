import * as v from 'valibot';
import { AuthorName } from '../author-name.ts';
import { call, perAddress } from '../call.ts';
import { listOf, optionallyPaged, paged } from '../paging.ts';
import { Adult, ComicCard, Count, Genre, Id, Image, Status, Teen, Time } from '../shapes.ts';

export const newComics = call({
  path: 'new',
  who: 'anyone',
  what: '按首次出现的时间列出漫画，新的在前。',
  payload: v.object({ genre: Genre, adult: Adult, teen: Teen, ...paged }),
  data: listOf(ComicCard),
});

export const weekly = call({
  path: 'weekly',
  who: 'anyone',
  what: '某个星期几更新的漫画（北京时间），最近更新的在前；day 为 0 时是全部，不填是今天。',
  payload: v.object({
    day: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7))),
    adult: Adult,
    teen: Teen,
    ...paged,
  }),
  data: v.object({ day: v.number(), ...listOf(ComicCard).entries }),
});

export const finish = call({
  path: 'finish',
  who: 'anyone',
  what: '已完结的漫画，最近更新的在前。',
  payload: v.object({ genre: Genre, adult: Adult, teen: Teen, ...paged }),
  data: listOf(ComicCard),
});

export const free = call({
  path: 'free',
  who: 'anyone',
  what: '现在全部章节都免费的漫画，限时免费的也在内，最近更新的在前。',
  payload: v.object({ genre: Genre, adult: Adult, teen: Teen, ...paged }),
  data: listOf(ComicCard),
});

export const author = call({
  path: 'author',
  who: 'anyone',
  what: '一位作者的漫画，最近更新的在前。',
  payload: v.object({ name: AuthorName, adult: Adult, teen: Teen, ...paged }),
  data: listOf(ComicCard),
});

export const genre = call({
  path: 'genre',
  who: 'anyone',
  what: '有漫画的题材，漫画多的在前。',
  payload: v.object({ adult: Adult, teen: Teen }),
  data: v.object({ genres: v.array(v.object({ id: v.string(), name: v.string(), count: Count })) }),
});

export const comicRecommend = call({
  path: 'comic/recommend',
  who: 'session',
  what: '读过一部漫画的人也在读的、与它题材相近的漫画；不填 id 时按这位读者近来读过与收藏的，已在书架上的和 without 里的除外。12 部里有两部是新作。',
  payload: v.object({ id: v.optional(Id), without: v.optional(v.pipe(v.array(Id), v.maxLength(200)), []) }),
  data: v.object({
    list: v.array(ComicCard),
    because: v.array(v.object({ id: Id, title: v.string(), read: v.boolean() })),
  }),
  refusals: { teenModeForbids: null, ageUnconfirmed: null },
});

export const rank = call({
  path: 'rank',
  who: 'anyone',
  what: '排行榜：日、周、月、总阅读，畅销与收藏；各列前 500 名，最迟每 10 分钟更新；change 是比前一天结束时上升的名次（下降为负），新上榜为 null。日、周、月是北京时间的今天、近 7 天、近 30 天；畅销是近 30 天用币卖出的话数。一个榜还没有漫画时，换成更长的一段时间，再没有就是最近上架的：shown 是实际列出的。',
  payload: v.object({
    type: v.picklist(['day', 'week', 'month', 'total', 'sale', 'favorite']),
    genre: Genre,
    adult: Adult,
    teen: Teen,
    ...paged,
  }),
  data: v.object({
    shown: v.picklist(['day', 'week', 'month', 'total', 'sale', 'favorite', 'new']),
    ...listOf(
      v.object({
        rank: v.pipe(v.number(), v.integer(), v.minValue(1)),
        change: v.nullable(v.pipe(v.number(), v.integer())),
        score: Count,
        comic: ComicCard,
      }),
    ).entries,
  }),
});

export const promotion = call({
  path: 'promotion',
  who: 'anyone',
  what: '进行中的优惠，先结束的在前，各列出前 size 部漫画（不填是 100），其余的由 promotion/comics 从 next 接着列；percent 是现价占原价的百分之几（现价向上取整到 1 漫币），0 为限时免费。',
  payload: v.object({ size: optionallyPaged.size, adult: Adult, teen: Teen }),
  data: v.object({
    promotions: v.array(
      v.object({
        id: Id,
        title: v.string(),
        percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
        startsAt: Time,
        endsAt: Time,
        ...listOf(ComicCard).entries,
      }),
    ),
  }),
});

export const promotionComics = call({
  path: 'promotion/comics',
  who: 'anyone',
  what: '进行中的一个优惠的漫画，按编辑给的顺序；没有这个优惠，或它没有在进行，是空的。',
  payload: v.object({ id: Id, adult: Adult, teen: Teen, ...paged }),
  data: listOf(ComicCard),
});

const ThemeHead = v.object({ id: Id, title: v.string(), description: v.string(), image: v.nullable(Image) });
const Theme = v.object({
  ...ThemeHead.entries,
  count: Count,
  ...listOf(v.object({ ...ComicCard.entries, note: v.optional(v.string()) })).entries,
});
const Themes = v.object({
  themes: v.array(v.object({ ...ThemeHead.entries, count: Count, covers: v.pipe(v.array(Image), v.maxLength(3)) })),
});

const OF_THEMES = {
  path: 'theme',
  who: 'anyone',
  what: '一个专题和它的漫画，按编辑给的顺序，`note` 是编辑写的一句话；带 size 时分页，不带时全部。不带 id 时是进行中的各专题：`count` 是有几部漫画，`covers` 是前几部的封面。',
  refusals: { comicNotFound: null },
} as const;

/** The call that the server answers. Callers use `theme` or `themes`, which have the exact type of the answer. */
export const themeOrThemes = call({
  ...OF_THEMES,
  payload: v.object({ id: v.optional(Id), adult: Adult, teen: Teen, ...optionallyPaged }),
  data: v.union([Theme, Themes]),
});

export const theme = call({
  ...OF_THEMES,
  payload: v.object({ id: Id, adult: Adult, teen: Teen, ...optionallyPaged }),
  data: Theme,
});

export const themes = call({ ...OF_THEMES, payload: v.object({ adult: Adult, teen: Teen }), data: Themes });

const Keyword = v.pipe(v.string(), v.maxLength(100));

export const search = call({
  path: 'search',
  who: 'anyone',
  what: '搜索漫画：书名、别名、作者、题材的任何一部分，繁简、全半角、大小写不分；拼音（多音字的各种读法）与拼音首字母，题材也可以；漫画的编号；几个词用空格隔开，顺序不限。拼音没有找到的，容许错一个字母。不填 sort 时，相符的在前，其次是读得多的。不填 keyword 是全部漫画。可能还有更多、只数到这里时，totalCapped 为 true。什么也没有找到时，near 是相近的作品。限流时有几个词算几次。',
  payload: v.object({
    keyword: v.optional(Keyword),
    genre: Genre,
    status: v.optional(Status),
    sort: v.optional(v.picklist(['hot', 'new', 'update'])),
    adult: Adult,
    teen: Teen,
    ...paged,
  }),
  data: v.object({
    ...listOf(ComicCard).entries,
    total: Count,
    totalCapped: v.optional(v.boolean()),
    near: v.array(v.object({ text: v.string(), comicId: Id })),
  }),
  limits: perAddress(100, 10),
});

export const keyword = call({
  path: 'keyword',
  who: 'anyone',
  what: '不填 prefix：大家在搜的词，按不同的地址计数，一天天变轻，不足的由编辑的热词补上。填 prefix：正在输入的词的建议，mark 是相符的一段（UTF-16，从 start 到 end 之前）；有 comicId 的是一部漫画，cover 是它的封面。',
  payload: v.object({ prefix: v.optional(Keyword), adult: Adult, teen: Teen }),
  data: v.object({
    hot: v.array(v.string()),
    suggestions: v.array(
      v.object({
        text: v.string(),
        comicId: v.optional(Id),
        cover: v.optional(Image),
        mark: v.optional(v.object({ start: Count, end: Count })),
      }),
    ),
  }),
});

export const comicByCode = call({
  path: 'comic/by-code',
  who: 'anyone',
  what: '由编号找到漫画，大小写不分。',
  payload: v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) }),
  data: v.object({ id: Id }),
  refusals: { comicNotFound: null },
  limits: perAddress(60, 60),
});
