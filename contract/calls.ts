import * as v from 'valibot';
import { call } from './call.ts';
import {
  Banner,
  ChapterAccess,
  ChapterItem,
  ComicCard,
  ComicDetail,
  Config,
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

export const userRegister = call({
  path: 'user/register',
  who: 'anyone',
  what: 'Starts an anonymous session.',
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
  what: 'Tells who the token belongs to; the token travels in the payload.',
  payload: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
  data: UserInfo,
  refusals: {},
});

export const config = call({
  path: 'config',
  who: 'anyone',
  what: 'What the client must know of this site.',
  payload: v.object({ platform: v.picklist(['pc', 'ios', 'android']) }),
  data: Config,
  refusals: {},
});

export const banner = call({
  path: 'banner',
  who: 'anyone',
  what: 'The banners of the slots asked for, keyed by slot; a slot with nothing is an empty list.',
  payload: v.object({
    no: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(13))), v.maxLength(13)),
  }),
  data: v.record(v.string(), v.array(Banner)),
  refusals: {},
});

export const home = call({
  path: 'home',
  who: 'anyone',
  what: 'The sections of the home screen.',
  payload: Nothing,
  data: v.object({ sections: v.array(Section) }),
  refusals: {},
});

export const newComics = call({
  path: 'new',
  who: 'anyone',
  what: 'Comics by when they first appeared, newest first.',
  payload: v.object({ genre: v.optional(v.pipe(v.string(), v.maxLength(40))), ...paged }),
  data: listOf(ComicCard),
  refusals: {},
});

export const comicInfo = call({
  path: 'comic/info',
  who: 'session',
  what: 'One comic with all its published chapters.',
  payload: ById,
  data: ComicDetail,
  refusals: { 3001: null },
});

export const chapterVerify = call({
  path: 'comic/chapter-verify',
  who: 'session',
  what: 'Whether this reader may read a chapter, and what stands in the way.',
  payload: ById,
  data: ChapterAccess,
  refusals: { 3002: null },
});

export const comicRead = call({
  path: 'comic/read',
  who: 'session',
  what: 'The pages of a chapter. A locked one is refused with 3003 and no page address.',
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
  what: 'The chapter after this one, or null.',
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
  comicInfo,
  chapterVerify,
  comicRead,
  nextChapter,
] as const;
