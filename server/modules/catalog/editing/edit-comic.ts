import { EditedFields as Fields } from '#contract/console/comic-shapes';
import type { Tx } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { Act } from '../../audit/audit.ts';
import { type Changed, changeComicByHand, findComicById } from '../publishing/manual-changes.ts';
import { lockManagedComic, type ManagedComic } from '../publishing/manual-changes-store.ts';
import type { CopyFolder } from '../publishing/reprice.ts';
import { FieldsChanged, staleFields } from './fields-changed.ts';

export type EditedField = keyof typeof Fields.entries;
export type EditedFields = Pick<ManagedComic, EditedField>;
/** The fields of a comic that a form shows. */
export const EDITED_FIELDS = Object.keys(Fields.entries) as EditedField[];

/**
 * Changes fields of a comic. `base` has the values that the editor saw. If one of them is no longer stored, nothing is
 * changed. So two people who change different fields do not lose anything.
 */
export async function editComic(
  tx: Tx,
  act: Act,
  comicId: number,
  { base, change }: { base: Partial<EditedFields>; change: Partial<EditedFields> },
  copyFolder: CopyFolder,
  now: Date,
): Promise<Changed> {
  await lockManagedComic(tx, comicId);
  const comic = await findComicById(tx, comicId);
  if (!comic) refuse('comicNotFound');
  const stale = staleFields<EditedFields>(comic, base, change);
  if (stale) throw new FieldsChanged(stale);
  return changeComicByHand(tx, act, comicId, change, copyFolder, now);
}
