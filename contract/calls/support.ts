import * as v from 'valibot';
import { call } from '../call.ts';
import { listOf, paged } from '../paging.ts';
import { FaqType, Id, Time } from '../shapes.ts';
import { Proof } from '../verification.ts';

export const faq = call({
  path: 'faq',
  who: 'anyone',
  what: '常见问题：0 账号登录，1 充值，2 阅读，3 活动，4 其他。',
  payload: v.object({ type: v.optional(FaqType) }),
  data: v.object({
    list: v.array(v.object({ id: Id, type: FaqType, question: v.string(), answer: v.string() })),
  }),
  refusals: {},
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
