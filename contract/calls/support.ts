import * as v from 'valibot';
import { call } from '../call.ts';
import { QuestionKey } from '../faq.ts';
import { listOf, paged } from '../paging.ts';
import { FaqType, Id, Time } from '../shapes.ts';
import { Proof } from '../verification.ts';

export const faq = call({
  path: 'faq',
  who: 'anyone',
  what: '常见问题：0 账号登录，1 充值，2 阅读，3 活动，4 其他。',
  payload: v.object({ type: v.optional(FaqType) }),
  data: v.object({
    list: v.array(v.object({ id: Id, type: FaqType, question: v.string(), answer: v.string(), key: QuestionKey })),
  }),
  refusals: {},
});

/** Whether an answer helped the reader. */
const Vote = v.object({ key: QuestionKey, helpful: v.boolean() });

export const faqVotes = call({
  path: 'faq/votes',
  who: 'session',
  what: '这位读者说过哪些问题的答案有帮助、哪些没有。',
  payload: v.object({}),
  data: v.object({ votes: v.array(Vote) }),
  refusals: {},
});

export const faqVote = call({
  path: 'faq/vote',
  who: 'session',
  what: '说一个问题的答案有没有帮助；再说一次就改成后一次的。',
  payload: Vote,
  data: Vote,
  refusals: { questionNotFound: null },
  limits: [
    { by: 'session', points: 30, seconds: 600 },
    { by: 'address', points: 300, seconds: 3600 },
  ],
});

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
      reply: v.nullable(v.string()),
      repliedAt: v.nullable(Time),
    }),
  ),
  refusals: {},
});

export const feedbackSubmit = call({
  path: 'faq/feedback-submit',
  who: 'session',
  what: '提交反馈；类型同常见问题，5 为举报与侵权。',
  payload: v.object({
    type: FaqType,
    content: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    contact: v.optional(v.pipe(v.string(), v.maxLength(100))),
    proof: v.optional(Proof),
  }),
  data: v.object({ id: Id }),
  refusals: { proofRequired: null },
  limits: [
    { by: 'session', points: 5, seconds: 600 },
    { by: 'address', points: 60, seconds: 3600 },
  ],
});
