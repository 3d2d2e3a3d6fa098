import * as v from 'valibot';
import { call, perAddress } from '../call.ts';
import { QuestionKey } from '../faq.ts';
import { listOf, paged } from '../paging.ts';
import { MAX_PICTURE_BODY_BYTES, MAX_PICTURE_BYTES, MOST_PICTURES } from '../pictures.ts';
import { ById, Count, FaqType, Id, Time } from '../shapes.ts';
import { Proof } from '../verification.ts';

export const faq = call({
  path: 'faq',
  who: 'anyone',
  what: '常见问题：0 账号登录，1 充值，2 阅读，3 活动，4 其他。',
  payload: v.object({ type: v.optional(FaqType) }),
  data: v.object({
    list: v.array(v.object({ id: Id, type: FaqType, question: v.string(), answer: v.string(), key: QuestionKey })),
  }),
});

/** Whether an answer helped the reader. */
const Vote = v.object({ key: QuestionKey, helpful: v.boolean() });

export const faqVotes = call({
  path: 'faq/votes',
  who: 'session',
  what: '这位读者说过哪些问题的答案有帮助、哪些没有。',
  payload: v.object({}),
  data: v.object({ votes: v.array(Vote) }),
});

export const faqVote = call({
  path: 'faq/vote',
  who: 'session',
  what: '说一个问题的答案有没有帮助；再说一次就改成后一次的。',
  payload: Vote,
  data: Vote,
  refusals: { questionNotFound: null },
  limits: [{ by: 'session', points: 30, seconds: 600 }, ...perAddress(300, 3600)],
});

/** `working`: the operator has started to work on it. */
const FeedbackState = v.picklist(['open', 'working', 'answered', 'closed', 'withdrawn']);
const Content = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));

export const feedback = call({
  path: 'faq/feedback',
  who: 'session',
  what: '这位读者的反馈和答复，新的在前；答复由此成为已读。',
  payload: v.object(paged),
  data: listOf(
    v.object({
      id: Id,
      type: FaqType,
      content: v.string(),
      at: Time,
      /** The latest reply, which is one of the messages too. */
      reply: v.nullable(v.string()),
      repliedAt: v.nullable(Time),
      state: FeedbackState,
      /** The messages after the content, oldest first. */
      messages: v.array(v.object({ byReader: v.boolean(), content: v.string(), at: Time })),
      pictures: v.array(v.object({ id: Id, width: Count, height: Count })),
    }),
  ),
});

/** The subject of a feedback, for the operator. `page`: the first page is 1. */
const About = v.object({
  comicId: v.optional(Id),
  chapterId: v.optional(Id),
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
  orderId: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))),
});

/** The limit of a reader's messages: new feedback and replies together. */
const WRITING = [{ by: 'session', points: 5, seconds: 600 }, ...perAddress(60, 3600)] as const;

export const feedbackSubmit = call({
  path: 'faq/feedback-submit',
  who: 'session',
  what: '提交反馈；类型同常见问题，5 为举报与侵权。about 是它说的漫画、话、页、订单，给运营者看。',
  payload: v.object({
    type: FaqType,
    content: Content,
    contact: v.optional(v.pipe(v.string(), v.maxLength(100))),
    about: v.optional(About),
    /** Ids of `faq/picture-upload`. */
    pictures: v.optional(v.pipe(v.array(Id), v.maxLength(MOST_PICTURES))),
    proof: v.optional(Proof),
  }),
  data: v.object({ id: Id }),
  refusals: { proofRequired: null, pictureNotFound: null },
  limits: WRITING,
});

export const pictureUpload = call({
  path: 'faq/picture-upload',
  who: 'session',
  what: '上传一张给反馈的图片（JPEG、PNG、WebP 的 base64），24 小时之内随反馈提交；只有这位读者与运营者看得到。',
  payload: v.object({
    image: v.pipe(v.string(), v.minLength(1), v.maxLength(Math.ceil(MAX_PICTURE_BYTES / 3) * 4), v.base64()),
  }),
  data: v.object({ id: Id, width: Count, height: Count }),
  refusals: { pictureUnusable: null },
  limits: [{ by: 'session', points: 15, seconds: 600 }, ...perAddress(60, 3600)],
  mostBodyBytes: MAX_PICTURE_BODY_BYTES,
});

export const feedbackPicture = call({
  path: 'faq/picture',
  who: 'session',
  what: '这位读者上传的一张图片，WebP 的 base64。',
  payload: ById,
  data: v.object({ image: v.string(), width: Count, height: Count }),
  refusals: { pictureNotFound: null },
});

export const feedbackReply = call({
  path: 'faq/feedback-reply',
  who: 'session',
  what: '在一条反馈里接着写；已经答复的重新等待答复。',
  payload: v.object({ id: Id, content: Content, proof: v.optional(Proof) }),
  data: v.object({ state: FeedbackState }),
  refusals: { proofRequired: null, feedbackNotFound: null, feedbackClosed: null },
  limits: WRITING,
});

export const feedbackWithdraw = call({
  path: 'faq/feedback-withdraw',
  who: 'session',
  what: '撤回一条还没有答复的反馈：运营者不再看到内容，联系方式删除。',
  payload: v.object({ id: Id }),
  data: v.object({ state: FeedbackState }),
  refusals: { feedbackNotFound: null, feedbackClosed: null, feedbackAnswered: null },
  limits: [{ by: 'session', points: 30, seconds: 600 }],
});
