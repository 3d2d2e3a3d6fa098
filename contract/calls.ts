import * as v from 'valibot';
import { call } from './call.ts';
import {
  Banner,
  ChapterAccess,
  ChapterItem,
  ComicCard,
  ComicDetail,
  Config,
  Count,
  Direction,
  Id,
  listOf,
  Page,
  Place,
  paged,
  Section,
  UserInfo,
} from './shapes.ts';

const Nothing = v.object({});
const ById = v.object({ id: Id });
const Genre = v.optional(v.pipe(v.string(), v.maxLength(40)));

export const userRegister = call({
  path: 'user/register',
  who: 'anyone',
  what: '开始一个匿名会话。',
  payload: v.object({
    domain: v.pipe(v.string(), v.maxLength(255)),
    u: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
    platform: v.nullable(v.picklist(['Android', 'iOS'])),
  }),
  data: UserInfo,
  refusals: {},
  limits: [
    { by: 'address', points: 30, seconds: 60 },
    { by: 'address', points: 600, seconds: 3600 },
  ],
});

export const userInfo = call({
  path: 'user/info',
  who: 'session',
  what: '令牌属于谁；令牌放在请求里。',
  payload: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
  data: UserInfo,
  refusals: {},
});

export const config = call({
  path: 'config',
  who: 'anyone',
  what: '页面需要知道的本站信息。',
  payload: v.object({ platform: v.picklist(['pc', 'ios', 'android']) }),
  data: Config,
  refusals: {},
});

export const banner = call({
  path: 'banner',
  who: 'anyone',
  what: '所问位置的横幅，以位置为键；没有横幅的位置是空列表。',
  payload: v.object({
    no: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(13))), v.maxLength(13)),
  }),
  data: v.record(v.string(), v.array(Banner)),
  refusals: {},
});

export const home = call({
  path: 'home',
  who: 'anyone',
  what: '首页的各个栏目。',
  payload: Nothing,
  data: v.object({ sections: v.array(Section) }),
  refusals: {},
});

export const newComics = call({
  path: 'new',
  who: 'anyone',
  what: '按首次出现的时间列出漫画，新的在前。',
  payload: v.object({ genre: Genre, ...paged }),
  data: listOf(ComicCard),
  refusals: {},
});

export const weekly = call({
  path: 'weekly',
  who: 'anyone',
  what: '某个星期几更新的漫画（上海时间），最近更新的在前；day 为 0 时是全部，不填是今天。',
  payload: v.object({
    day: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7))),
    ...paged,
  }),
  data: v.object({ day: v.number(), ...listOf(ComicCard).entries }),
  refusals: {},
});

export const finish = call({
  path: 'finish',
  who: 'anyone',
  what: '已完结的漫画，最近更新的在前。',
  payload: v.object({ genre: Genre, ...paged }),
  data: listOf(ComicCard),
  refusals: {},
});

export const free = call({
  path: 'free',
  who: 'anyone',
  what: '全部章节都免费的漫画，最近更新的在前。',
  payload: v.object({ genre: Genre, ...paged }),
  data: listOf(ComicCard),
  refusals: {},
});

export const genre = call({
  path: 'genre',
  who: 'anyone',
  what: '有漫画的题材，漫画多的在前。',
  payload: Nothing,
  data: v.object({ genres: v.array(v.object({ id: v.string(), name: v.string(), count: Count })) }),
  refusals: {},
});

export const comicRecommend = call({
  path: 'comic/recommend',
  who: 'session',
  what: '与一部漫画题材相近的漫画；不填 id 时是最近更新的。',
  payload: v.object({ id: v.optional(Id) }),
  data: v.object({ list: v.array(ComicCard) }),
  refusals: {},
});

export const comicInfo = call({
  path: 'comic/info',
  who: 'session',
  what: '一部漫画和它已发布的各话。',
  payload: ById,
  data: ComicDetail,
  refusals: { 3001: null },
});

export const chapterVerify = call({
  path: 'comic/chapter-verify',
  who: 'session',
  what: '这位读者能否读这一话，不能时缺什么。',
  payload: ById,
  data: ChapterAccess,
  refusals: { 3002: null },
});

export const comicRead = call({
  path: 'comic/read',
  who: 'session',
  what: '一话的各页。未购的话以 3003 拒绝，不给任何页的地址。',
  payload: ById,
  data: v.object({
    comic: v.object({ id: Id, title: v.string(), direction: Direction }),
    chapter: ChapterItem,
    pages: v.array(Page),
    prev: v.nullable(ChapterItem),
    next: v.nullable(ChapterItem),
    progress: v.nullable(Place),
  }),
  refusals: { 3002: null, 3003: ChapterAccess },
});

export const nextChapter = call({
  path: 'comic/next-chapter',
  who: 'session',
  what: '这一话之后的一话；没有时为 null。',
  payload: ById,
  data: v.nullable(ChapterItem),
  refusals: { 3002: null },
});

/** Every call there is, in the order of the reference. */
export const CALLS = [
  userRegister,
  userInfo,
  config,
  banner,
  home,
  newComics,
  weekly,
  finish,
  free,
  genre,
  comicRecommend,
  comicInfo,
  chapterVerify,
  comicRead,
  nextChapter,
] as const;
