import * as v from 'valibot';
import { MOST_CHAPTER_NO } from '../chapter-no.ts';
import { Count, Id, Time } from '../shapes.ts';
import { LONGEST_FILE_NAME } from '../upload-chunks.ts';
import { staffCall } from './staff-call.ts';

/** 128 random bits in base64url. */
export const UploadId = v.pipe(v.string(), v.regex(/^[\w-]{22}$/));
const UploadState = v.picklist(['receiving', 'examining', 'ready', 'importing', 'done', 'failed']);
/** The path of a file below the folder that was chosen. */
const FileName = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_FILE_NAME));

/** The plan, or the result, for one file or folder of pictures. */
const Source = v.object({
  /** Its path below the folder that was chosen. */
  path: v.string(),
  series: v.nullable(v.string()),
  /** Where the title comes from, in Chinese. */
  seriesFrom: v.nullable(v.string()),
  no: v.nullable(v.number()),
  /** The title of the chapter; null if the file is not imported. */
  title: v.optional(v.nullable(v.string())),
  /** The titles that the files give, and which file or name gives them, in Chinese. */
  titles: v.optional(v.array(v.object({ title: v.string(), from: v.string() }))),
  pages: Count,
  result: v.picklist(['new', 'replaced', 'updated', 'unchanged', 'refused']),
  /** The reason of the refusal, and advice. */
  reason: v.nullable(v.string()),
  warnings: v.array(v.string()),
  priceCoins: v.nullable(v.number()),
});

const SeriesTitle = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));

/** The decision of an editor about one source. It overrides the names and files. */
const SourceEdit = v.object({
  path: FileName,
  series: v.optional(SeriesTitle),
  no: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_CHAPTER_NO))),
  title: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  /** It is left out. */
  isOut: v.optional(v.boolean()),
});

const PlanChange = v.variant('what', [
  /** In place of the edit of this source before; without any field the edit ends. */
  v.object({ what: v.literal('source'), ...SourceEdit.entries }),
  /** All sources that are planned for one comic go to another one. */
  v.object({ what: v.literal('series'), from: v.pipe(v.string(), v.maxLength(500)), to: SeriesTitle }),
]);

/** When readers see the chapters: at once, at a time, or when an editor puts them online. */
const Publishing = v.variant('when', [
  v.object({ when: v.literal('now') }),
  v.object({ when: v.literal('offline') }),
  v.object({ when: v.literal('at'), at: Time }),
]);

const Upload = v.object({
  id: UploadId,
  personName: v.string(),
  isOwn: v.boolean(),
  state: UploadState,
  createdAt: Time,
  /** When it is deleted if nothing is done with it. */
  expiresAt: Time,
  files: Count,
  bytes: Count,
  received: Count,
  /** A title or file name by which a person recognises it. */
  about: v.string(),
});

export const uploads = staffCall({
  path: 'upload/list',
  who: { staff: 'comics' },
  what: '自己的上传，所有者看到全部的；新的在前。',
  payload: v.object({}),
  authorScope: () => ({}),
  data: v.object({ list: v.array(Upload) }),
});

export const addFiles = staffCall({
  path: 'upload/add',
  who: { staff: 'comics' },
  what: '登记要上传的文件，得到各自的编号与已经收到的字节数；同一份文件再登记，从断点继续。',
  payload: v.object({
    /** Without it a new upload begins. */
    upload: v.optional(UploadId),
    /** `pictures`: single pictures, which are not imported; another call uses them by their ids. */
    purpose: v.optional(v.picklist(['comics', 'pictures']), 'comics'),
    files: v.pipe(
      v.array(
        v.object({
          name: FileName,
          bytes: v.pipe(Count, v.maxValue(1e12)),
          /** The time of the last change, in ms since 1970. */
          modifiedAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15)),
        }),
      ),
      v.minLength(1),
      v.maxLength(500),
    ),
  }),
  authorScope: () => ({}),
  data: v.object({ upload: UploadId, files: v.array(v.object({ id: UploadId, name: v.string(), received: Count })) }),
  refusals: { uploadNotFound: null, uploadBusy: null, uploadName: null, uploadQuota: null, uploadNoRoom: null },
});

export const viewUpload = staffCall({
  path: 'upload/view',
  who: { staff: 'comics' },
  what: '一次上传：收到多少，预演的结果，导入到哪里，结果如何。',
  payload: v.object({ id: UploadId }),
  authorScope: () => ({}),
  data: v.object({
    ...Upload.entries,
    /** Some of the files that are incomplete. */
    missing: v.array(v.string()),
    /** The result of the dry run; after the import the result of the import. */
    sources: v.array(Source),
    edits: v.array(SourceEdit),
    /** Changes with every dry run. */
    planNo: Count,
    /** The progress of the importer. */
    progress: v.nullable(
      v.object({ step: v.picklist(['waiting', 'reading', 'making']), pages: Count, of: Count, at: Time }),
    ),
    failure: v.nullable(v.string()),
    /** The comics of the sources that exist, by their titles. */
    comics: v.array(v.object({ id: Id, title: v.string() })),
  }),
  refusals: { uploadNotFound: null },
});

export const examineUpload = staffCall({
  path: 'upload/examine',
  who: { staff: 'comics' },
  what: '文件都传完了：预演导入，看每一份会成为哪部漫画的第几话。',
  payload: v.object({ id: UploadId }),
  authorScope: () => ({}),
  data: v.object({}),
  refusals: { uploadNotFound: null, uploadBusy: null, uploadIncomplete: null },
});

export const editUpload = staffCall({
  path: 'upload/edit',
  who: { staff: 'comics' },
  what: '改书名、话数、标题，或不导入某一份，然后重新预演。',
  payload: v.object({
    id: UploadId,
    planNo: Count,
    changes: v.pipe(v.array(PlanChange), v.minLength(1), v.maxLength(100)),
  }),
  authorScope: () => ({}),
  data: v.object({}),
  refusals: { uploadNotFound: null, uploadBusy: null, uploadChanged: null },
});

export const importUpload = staffCall({
  path: 'upload/import',
  who: { staff: 'comics' },
  what: '按预演的结果导入：现在发布、定时发布，或先不上架。',
  payload: v.object({ id: UploadId, planNo: Count, publish: Publishing }),
  authorScope: () => ({}),
  data: v.object({}),
  refusals: { uploadNotFound: null, uploadBusy: null, uploadChanged: null },
});

export const discardUpload = staffCall({
  path: 'upload/discard',
  who: { staff: 'comics' },
  what: '删除一次上传和已经收到的文件；已经导入的漫画不受影响。',
  payload: v.object({ id: UploadId }),
  authorScope: () => ({}),
  data: v.object({}),
  refusals: { uploadNotFound: null, uploadBusy: null },
});
