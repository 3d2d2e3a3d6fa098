import * as v from 'valibot';
import { MOST_NEW_PAGES } from '../page-changes.ts';
import { Count, Id, Image, Time } from '../shapes.ts';
import { Entries, Reason } from './comic-shapes.ts';
import { staffCall } from './staff-call.ts';
import { UploadId } from './upload.ts';

const MOST_PAGES = 2_000;

const ByChapter = v.object({ chapterId: Id });
const Version = v.pipe(v.string(), v.maxLength(40));

export const chapterPages = staffCall({
  path: 'comics/pages',
  who: { staff: 'comics' },
  what: '一话的各页，与 30 天以内可以恢复的版本。',
  payload: ByChapter,
  authorScope: ({ chapterId }) => ({ chapters: [chapterId] }),
  data: v.object({
    comicId: Id,
    comicTitle: v.string(),
    no: v.number(),
    title: v.string(),
    /** Changes with the pages. */
    version: Version,
    pages: v.array(
      v.object({
        ...Image.entries,
        /** The pictures of a page that is very tall, from top to bottom. */
        pieces: v.array(v.string()),
        damaged: v.boolean(),
        /** The name of the picture that it was made from. */
        source: v.string(),
      }),
    ),
    /** Imports do not change the pages, because they were changed by hand. */
    isLocked: v.boolean(),
    /** The latest first; none if the pages were never changed. */
    versions: v.array(
      v.object({
        id: Id,
        at: Time,
        /** The person who made it; null = imported. */
        by: v.nullable(v.string()),
        pages: Count,
        isCurrent: v.boolean(),
      }),
    ),
  }),
  refusals: { chapterNotFound: null, trashEmptied: null },
});

export const changePages = staffCall({
  path: 'comics/pages-change',
  who: { staff: 'comics' },
  what: '改一话的各页：按新的顺序，原来的页写它现在的位置（从 0 起），新的写用 upload/add 上传的图片的编号；没有写到的删除。原来的版本保留 30 天，买过的读者照样能读。',
  payload: v.object({
    chapterId: Id,
    /** The `version` that was seen. */
    base: Version,
    pages: v.pipe(
      v.array(v.union([Count, UploadId])),
      v.minLength(1),
      v.maxLength(MOST_PAGES),
      v.check((pages) => new Set(pages).size === pages.length),
      v.check((pages) => pages.filter((page) => typeof page === 'string').length <= MOST_NEW_PAGES),
    ),
    reason: Reason,
  }),
  authorScope: ({ chapterId }) => ({ chapters: [chapterId] }),
  data: Entries,
  refusals: {
    chapterNotFound: null,
    comicChanged: null,
    comicMerged: null,
    trashEmptied: null,
    importRunning: null,
    pictureUnusable: null,
    uploadNotFound: null,
    uploadIncomplete: null,
  },
});

export const restorePages = staffCall({
  path: 'comics/pages-restore',
  who: { staff: 'comics' },
  what: '恢复一话的各页的一个版本。',
  payload: v.object({ chapterId: Id, version: Id, reason: Reason }),
  authorScope: ({ chapterId }) => ({ chapters: [chapterId] }),
  data: Entries,
  refusals: { chapterNotFound: null, comicMerged: null, trashEmptied: null, cannotUndo: null },
});
