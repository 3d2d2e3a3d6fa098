import * as v from 'valibot';
import { call } from '../call.ts';
import { ById, ChapterAccess, ChapterItem, ComicDetail, Direction, Id, Page, Place } from '../shapes.ts';

export const comicInfo = call({
  path: 'comic/info',
  who: 'session',
  what: '一部漫画和它已发布的各话。',
  payload: ById,
  data: ComicDetail,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, comicNotFound: null },
});

export const chapterVerify = call({
  path: 'comic/chapter-verify',
  who: 'session',
  what: '这位读者能否读这一话，不能时缺什么。',
  payload: ById,
  data: ChapterAccess,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null },
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
