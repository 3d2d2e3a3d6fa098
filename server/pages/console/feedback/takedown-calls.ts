import type { Pool } from 'pg';
import { feedbackTakedown, takedownUndo } from '#contract/console/feedback';
import type { StaffCtx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import { findEntry } from '../../../modules/audit/audit.ts';
import {
  changeChapterByHand,
  changeComicByHand,
  findManagedChapter,
  undoByHand,
} from '../../../modules/catalog/publishing/publishing.ts';
import { staffActor } from '../../../modules/staff/staff.ts';
import { findDeskRow } from '../../../modules/support/support.ts';
import type { Changing } from '../comics/changing.ts';
import { complaintReason, mentionedBy, viewThread } from './thread-view.ts';

const COMPLAINT = 5;

/** Takes the comics of a complaint offline. This is the only change of comics that the support role can make. */
export function takedownCalls(pool: Pool, { change, guardLater }: Changing): Served[] {
  const view = async (id: number) => (await viewThread(pool, id)) ?? refuse('feedbackNotFound');
  const actOf = ({ caller }: StaffCtx, action: string, id: number) => {
    return { actor: staffActor(caller.personId), action, reason: complaintReason(id) };
  };

  /** A complaint, and the comics that it mentions. */
  async function complaint(id: number) {
    const found = await findDeskRow(pool, id);
    if (!found || found.state === 'withdrawn' || found.type !== COMPLAINT) return refuse('feedbackNotFound');
    const { comics, chapter } = await mentionedBy(pool, found);
    return new Set([...comics.map((comic) => comic.id), ...(chapter ? [chapter.comicId] : [])]);
  }

  return [
    serve(feedbackTakedown, async (ctx, { id, comicId, chapterId }) => {
      if ((comicId === undefined) === (chapterId === undefined)) throw new BadField('comicId');
      const comics = await complaint(id);
      const act = actOf(ctx, 'offline', id);
      const chapter = chapterId === undefined ? null : await findManagedChapter(pool, chapterId);
      if (chapterId !== undefined && !(chapter && comics.has(chapter.comicId))) return refuse('chapterNotFound');
      if (comicId !== undefined && !comics.has(comicId)) return refuse('comicNotFound');
      const { comicId: changed } = await change((tx, copy) =>
        chapter
          ? changeChapterByHand(tx, act, chapter, { online: false }, copy, ctx.now)
          : changeComicByHand(tx, act, comicId ?? 0, { online: false }, copy, ctx.now),
      );
      guardLater(changed);
      return view(id);
    }),

    serve(takedownUndo, async (ctx, { id, entry }) => {
      await complaint(id);
      const found = await findEntry(pool, entry);
      if (found?.action !== 'offline' || found.reason !== complaintReason(id)) return refuse('cannotUndo');
      await change((tx, copy) => undoByHand(tx, actOf(ctx, 'undo', id), entry, copy, ctx.now));
      return view(id);
    }),
  ];
}
