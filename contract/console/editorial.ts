import * as v from 'valibot';
import { listOf, paged } from '../paging.ts';
import { MAX_PICTURE_BODY_BYTES, MAX_PICTURE_BYTES } from '../pictures.ts';
import { Id, Time } from '../shapes.ts';
import { DRAWN_PARTS, PARTS } from './editorial-parts.ts';
import { USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const WHO = { staff: 'editorial' } as const;
const MONEY = { staff: 'editorial', fresh: true } as const;

const Name = v.picklist(PARTS.map(({ name }) => name));
const Version = v.pipe(v.string(), v.maxLength(64));
/** `by`: a member of staff, or the user of the operating system who ran a command. */
const LastChange = v.object({ entryId: Id, at: Time, by: v.string() });
/** In the fields of docs/editorial.md; money and times are text as it is written there. */
const Value = v.unknown();

export const partList = staffCall({
  path: 'editorial/parts',
  who: WHO,
  what: '编排的各部分，与最后一次改动。',
  payload: v.object({}),
  data: v.object({
    list: v.array(v.object({ name: Name, items: v.nullable(v.number()), last: v.nullable(LastChange) })),
  }),
});

const Part = v.object({ name: Name, version: Version, value: Value, last: v.nullable(LastChange) });

export const part = staffCall({
  path: 'editorial/part',
  who: WHO,
  what: '一个部分现在的内容，字段与编辑文件相同；version 在保存时带回。',
  payload: v.object({ name: Name }),
  data: Part,
});

const Edited = v.object({ name: Name, version: Version, value: Value });
/** `path`: from the part on; the places of lists begin with 0. */
const Mistake = v.object({ path: v.array(v.union([v.string(), v.number()])), what: v.string() });
const Change = v.object({
  sign: v.picklist(['+', '~', '-']),
  what: v.string(),
  /** The changed fields. `loss`: the part of a value that is removed. `before`, `after`: null if the value is no short text. */
  fields: v.array(
    v.object({ name: v.string(), loss: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) }),
  ),
  /** The content that readers see now, or would see later, and will not see after this change; null = none. */
  leaves: v.nullable(v.string()),
});

export const previewPart = staffCall({
  path: 'editorial/preview',
  who: WHO,
  what: '检查一个部分的新内容，列出错误或变化，不写入。',
  payload: Edited,
  data: v.object({ mistakes: v.array(Mistake), changes: v.array(Change) }),
  refusals: { partChanged: null },
  mostBodyBytes: MAX_PICTURE_BODY_BYTES,
});

export const drawPart = staffCall({
  path: 'editorial/draw',
  who: WHO,
  what: '用没有保存的内容画出读者的页面，像在这一刻打开的那样；什么也不写入。html 里的脚本不能运行。',
  payload: v.object({ name: v.picklist(DRAWN_PARTS), value: Value, at: Time }),
  /** `html`: null if there are mistakes. */
  data: v.object({ mistakes: v.array(Mistake), html: v.nullable(v.string()) }),
  mostBodyBytes: MAX_PICTURE_BODY_BYTES,
});

/** `entryId`: the number in the log; null if nothing was different. */
const Saved = v.object({ mistakes: v.array(Mistake), entryId: v.nullable(Id), version: Version });

export const savePart = staffCall({
  path: 'editorial/save',
  who: WHO,
  what: '保存一个部分；有错误，或打开之后被别人改过，就什么也不写。关系到钱的部分用 editorial/save-money。',
  payload: Edited,
  data: Saved,
  refusals: { partChanged: null, staffForbidden: null },
  mostBodyBytes: MAX_PICTURE_BODY_BYTES,
});

export const saveMoneyPart = staffCall({
  path: 'editorial/save-money',
  who: MONEY,
  what: '保存任何部分，包括充值商品、优惠、折扣、限额、礼包、签到。',
  payload: Edited,
  data: Saved,
  refusals: { partChanged: null },
  mostBodyBytes: MAX_PICTURE_BODY_BYTES,
});

export const partHistory = staffCall({
  path: 'editorial/history',
  who: WHO,
  what: '一个部分的改动，新的在前。',
  payload: v.object({ name: Name, ...paged }),
  data: listOf(
    v.object({
      id: Id,
      at: Time,
      by: v.string(),
      action: v.string(),
      reason: v.nullable(v.string()),
      undone: v.boolean(),
    }),
  ),
});

export const partVersion = staffCall({
  path: 'editorial/version',
  who: WHO,
  what: '一个部分在一次改动之前的内容，保存它就是恢复到那时；version 是现在的。after 是那次改动之后的，now 是现在的。',
  payload: v.object({ name: Name, entryId: Id }),
  data: v.object({ ...Part.entries, after: v.optional(Value), now: v.optional(Value) }),
  refusals: { partNotUndone: null },
});

const Undone = v.object({ entryId: v.nullable(Id) });

export const undoPart = staffCall({
  path: 'editorial/undo',
  who: WHO,
  what: '撤回一次改动：30 天以内，同一部分之后没有再改过。关系到钱的部分用 editorial/undo-money。',
  payload: v.object({ entryId: Id }),
  data: Undone,
  refusals: { partNotUndone: null, staffForbidden: null },
});

export const undoMoneyPart = staffCall({
  path: 'editorial/undo-money',
  who: MONEY,
  what: '撤回一次改动，任何部分。',
  payload: v.object({ entryId: Id }),
  data: Undone,
  refusals: { partNotUndone: null },
});

export const calendar = staffCall({
  path: 'editorial/calendar',
  who: WHO,
  what: '接下来 30 天里开始与结束的栏目、横幅、专题、活动、优惠、商品、礼包，定时发布的话，与其中互相冲突的。',
  payload: v.object({}),
  data: v.object({
    moments: v.array(v.object({ at: Time, kind: v.picklist(['start', 'end']), part: Name, title: v.string() })),
    /** Chapters that readers will see by themselves, the earliest first. */
    chapters: v.optional(
      v.array(v.object({ id: Id, comicId: Id, comicTitle: v.string(), no: v.number(), title: v.string(), at: Time })),
    ),
    /** There are more chapters than are listed. */
    hasMoreChapters: v.optional(v.boolean()),
    conflicts: v.array(v.object({ part: Name, text: v.string() })),
  }),
});

export const firstSale = staffCall({
  path: 'editorial/first-sale',
  who: WHO,
  what: '第一次开卖之前要做的事，哪些做好了。',
  payload: v.object({}),
  data: v.object({
    steps: v.array(
      v.object({ title: v.string(), done: v.boolean(), hint: v.nullable(v.string()), part: v.nullable(Name) }),
    ),
  }),
});

export const comicNames = staffCall({
  path: 'editorial/comics',
  who: WHO,
  what: '书名里有这个词的漫画，最多 20 部，用来选漫画。',
  payload: v.object({ word: v.pipe(v.string(), v.maxLength(100)) }),
  data: v.object({ list: v.array(v.object({ title: v.string(), code: v.string(), online: v.boolean() })) }),
});

export const addPicture = staffCall({
  path: 'editorial/picture-add',
  who: WHO,
  what: '上传一张图片（base64），画成需要的大小；24 小时之内保存到某个部分里，否则删除。',
  payload: v.object({
    use: v.picklist(['picture', 'icon', 'logo']),
    image: v.pipe(v.string(), v.minLength(1), v.maxLength(Math.ceil(MAX_PICTURE_BYTES / 3) * 4), v.base64()),
  }),
  /** `source`: its name in the fields `picture`, `icon` and `logo`. */
  data: v.object({ source: v.string() }),
  refusals: { pictureUnusable: null },
  limits: [{ by: 'session', points: 60, seconds: 600 }, ...USUAL],
  mostBodyBytes: MAX_PICTURE_BODY_BYTES,
});

export const showPicture = staffCall({
  path: 'editorial/picture',
  who: WHO,
  what: '一张图片，base64。',
  payload: v.object({ source: v.pipe(v.string(), v.maxLength(200)) }),
  data: v.object({ image: v.string(), type: v.string() }),
  refusals: { pictureNotFound: null },
});
