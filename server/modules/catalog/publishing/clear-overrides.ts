import { columnOf } from '#contract/console/column-names';
import type { Tx } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { Act } from '../../audit/audit.ts';
import { findComicById, write } from './manual-changes.ts';
import { lockManagedComic, type ManagedChapter } from './manual-changes-store.ts';

/**
 * Clears the overrides of a comic and of these chapters. The next import applies the files again. `only`: the field of the
 * comic whose override is cleared; without it all are.
 */
export async function clearOverrides(
  tx: Tx,
  act: Act,
  comicId: number,
  chapters: readonly ManagedChapter[],
  now: Date,
  only?: string,
): Promise<(number | null)[]> {
  await lockManagedComic(tx, comicId);
  const found = await findComicById(tx, comicId);
  if (!found) refuse('comicNotFound');
  if (found.mergedInto) refuse('comicMerged');
  const kept = only === undefined ? [] : found.setByHand.filter((column) => column !== columnOf(only));
  if (only !== undefined && kept.length === found.setByHand.length) return [null];
  const comic = { set_by_hand: kept, sidecar_sha256: null };
  const entries = [await write(tx, act, { subject: 'comic', id: comicId }, comic, null, now)];
  for (const { id } of chapters.filter(({ setByHand }) => setByHand.length > 0))
    entries.push(await write(tx, act, { subject: 'chapter', id }, { set_by_hand: [] }, null, now));
  return entries;
}
