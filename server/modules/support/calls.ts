import {
  faqVote,
  faqVotes,
  feedback,
  feedbackPicture,
  feedbackReply,
  feedbackSubmit,
  feedbackWithdraw,
  pictureUpload,
} from '#contract/calls/support';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../../core/refusal/paging.ts';
import { latestReply, type Support } from './support.ts';

/** Feedback and its replies, and the votes on answers to frequent questions. */
export function supportCalls(support: Support): Served[] {
  return [
    serve(faqVotes, async ({ caller }) => ({
      votes: (await support.votes.ofReader(caller.readerId)).map(({ key, helpful }) => ({ key, helpful })),
    })),

    serve(faqVote, async ({ caller, now }, { key, helpful }, refuse) => {
      await support.votes.vote(refuse, { readerId: caller.readerId, key, helpful, now });
      return { key, helpful };
    }),

    serve(feedback, async ({ caller }, { cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? null;
      const { rows, last } = await support.list(caller.readerId, { before, size });
      return {
        list: rows.map(({ id, type, content, at, state, messages, pictures, repliedAt }) => ({
          id,
          type,
          content,
          at: at.toISOString(),
          reply: latestReply({ messages }),
          repliedAt: repliedAt?.toISOString() ?? null,
          state,
          messages,
          pictures,
        })),
        next: last && cursorAfter([last.id]),
      };
    }),

    serve(feedbackSubmit, async (ctx, written) => ({
      id: await support.submit(ctx, ctx.caller.readerId, written),
    })),

    serve(pictureUpload, ({ caller, now }, { image }, refuse) =>
      support.pictures.upload(refuse, { readerId: caller.readerId, bytes: Buffer.from(image, 'base64'), now }),
    ),

    serve(feedbackPicture, async ({ caller }, { id }, refuse) => {
      const { image, width, height } = await support.pictures.find(refuse, id, caller.readerId);
      return { image: image.toString('base64'), width, height };
    }),

    serve(feedbackReply, async (ctx, written, refuse) => ({
      state: await support.reply(ctx, refuse, { readerId: ctx.caller.readerId, ...written }),
    })),

    serve(feedbackWithdraw, async ({ caller }, { id }, refuse) => {
      await support.withdraw(refuse, caller.readerId, id);
      return { state: 'withdrawn' as const };
    }),
  ];
}
