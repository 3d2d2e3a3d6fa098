import * as v from 'valibot';
import { listOf, paged } from '../paging.ts';
import { ById, Count, FaqType, Id, Time } from '../shapes.ts';
import { FeedbackState as State } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const Named = v.object({ id: Id, name: v.string() });

export const feedbackList = staffCall({
  path: 'feedback/list',
  who: { staff: 'readers' },
  what: '读者的反馈。waiting 是等着答复的：举报与侵权在前，其余先来的在前；mine 是其中由自己处理的；别的新的在前。',
  payload: v.object({ queue: v.optional(v.picklist(['waiting', 'mine', 'answered', 'closed']), 'waiting'), ...paged }),
  data: listOf(
    v.object({
      id: Id,
      type: FaqType,
      state: State,
      at: Time,
      /** The beginning of its text. */
      text: v.string(),
      pictures: Count,
      messages: Count,
      assignedTo: v.nullable(Named),
    }),
  ),
});

/** `takedown`: the entry with which this complaint took it offline, unless that was undone. */
const Offered = { online: v.boolean(), takedown: v.nullable(Id) };

export const Thread = v.object({
  id: Id,
  type: FaqType,
  state: State,
  at: Time,
  /** Null = a complaint whose reader was erased. */
  reader: v.nullable(Named),
  content: v.string(),
  contact: v.string(),
  assignedTo: v.nullable(Named),
  messages: v.array(v.object({ byReader: v.boolean(), content: v.string(), at: Time })),
  pictures: v.array(v.object({ id: Id, width: Count, height: Count })),
  /** The chapter from which it was written, the first page with 1. */
  chapter: v.nullable(
    v.object({ id: Id, comicId: Id, no: v.number(), title: v.string(), page: v.nullable(Count), ...Offered }),
  ),
  /** The comics that it mentions. */
  comics: v.array(v.object({ id: Id, title: v.string(), ...Offered })),
  /** `isOwn`: the order is of this reader. */
  order: v.nullable(v.object({ no: v.string(), isOwn: v.boolean() })),
});

export const feedbackView = staffCall({
  path: 'feedback/view',
  who: { staff: 'readers' },
  what: '一条反馈：全文与往来，它说的漫画、话、页与订单。读者撤回了的看不到内容。',
  payload: ById,
  data: Thread,
  refusals: { feedbackNotFound: null },
});

export const feedbackPicture = staffCall({
  path: 'feedback/picture',
  who: { staff: 'readers' },
  what: '反馈里的一张图片，WebP 的 base64。',
  payload: ById,
  data: v.object({ image: v.string(), width: Count, height: Count }),
  refusals: { pictureNotFound: null },
});

export const feedbackReply = staffCall({
  path: 'feedback/reply',
  who: { staff: 'readers' },
  what: '答复一条反馈，可以同时结束。seen 是看到的往来条数：之后又有了新的就不答复。',
  payload: v.object({
    id: Id,
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
    seen: Count,
    closes: v.optional(v.boolean(), false),
  }),
  data: Thread,
  refusals: { feedbackNotFound: null, feedbackChanged: null },
});

export const feedbackAssign = staffCall({
  path: 'feedback/assign',
  who: { staff: 'readers' },
  what: '由自己处理一条反馈，或不再处理。',
  payload: v.object({ id: Id, mine: v.boolean() }),
  data: Thread,
  refusals: { feedbackNotFound: null },
});

export const feedbackClose = staffCall({
  path: 'feedback/close',
  who: { staff: 'readers' },
  what: '结束一条反馈，读者不能再往下写；或重新打开。',
  payload: v.object({ id: Id, closed: v.boolean() }),
  data: Thread,
  refusals: { feedbackNotFound: null },
});

export const feedbackTakedown = staffCall({
  path: 'feedback/takedown',
  who: { staff: 'readers' },
  what: '因为一条举报与侵权，下架它提到的一部漫画，或其中一话。原因写成「投诉」加编号。',
  payload: v.object({ id: Id, comicId: v.optional(Id), chapterId: v.optional(Id) }),
  data: Thread,
  refusals: {
    feedbackNotFound: null,
    comicNotFound: null,
    chapterNotFound: null,
    comicMerged: null,
  },
});

export const takedownUndo = staffCall({
  path: 'feedback/takedown-undo',
  who: { staff: 'readers' },
  what: '撤回一条举报引起的下架。',
  payload: v.object({ id: Id, entry: Id }),
  data: Thread,
  refusals: {
    feedbackNotFound: null,
    cannotUndo: null,
    comicMerged: null,
    trashEmptied: null,
    comicTitleTaken: null,
    chapterNumberTaken: null,
  },
});

export const templateList = staffCall({
  path: 'feedback/templates',
  who: { staff: 'readers' },
  what: '答复的模板。',
  payload: v.object({}),
  data: v.object({ list: v.array(v.object({ id: Id, title: v.string(), body: v.string() })) }),
});

export const templateSave = staffCall({
  path: 'feedback/template-save',
  who: { staff: 'readers' },
  what: '新建（不写 id）或修改一个答复的模板。',
  payload: v.object({
    id: v.optional(Id),
    title: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
    body: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  }),
  data: v.object({}),
  refusals: { templateNotFound: null },
});

export const templateDelete = staffCall({
  path: 'feedback/template-delete',
  who: { staff: 'readers' },
  what: '删除一个答复的模板。',
  payload: ById,
  data: v.object({}),
});
