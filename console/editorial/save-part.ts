import type { DataOf, InputOf } from '#contract/call';
import { type previewPart, saveMoneyPart, savePart, undoMoneyPart, undoPart } from '#contract/console/editorial';
import { MONEY_PARTS, type PartName } from '#contract/console/editorial-parts';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import type { Mistake } from './mistakes.ts';

export type Change = DataOf<typeof previewPart>['changes'][number];
export type EditedPart = InputOf<typeof savePart>;

/** Saves a part, and offers to undo it. */
export function useSavePart(
  name: PartName,
  title: string,
  on: { settled?(): void; mistakes(mistakes: readonly Mistake[]): void; saved?(): void },
) {
  const isMoney = MONEY_PARTS.includes(name);
  return useChange(isMoney ? saveMoneyPart : savePart, ({ mistakes, entryId }) => {
    on.settled?.();
    if (mistakes.length > 0) return on.mistakes(mistakes);
    on.saved?.();
    const undo = entryId === null ? null : () => request(isMoney ? undoMoneyPart : undoPart, { entryId });
    showDone(`已保存：${title}`, undo);
  });
}

/**
 * Whether changes are shown before they are saved. A change that only adds or moves items is not shown: it removes nothing that
 * readers see, and one press undoes it. Money is always shown.
 */
export function needsConfirmation(name: PartName, changes: readonly Change[]): boolean {
  const isAddedOrMoved = ({ sign, fields, leaves }: Change) =>
    leaves === null && (sign === '+' || (sign === '~' && fields.length === 0));
  return MONEY_PARTS.includes(name) || !changes.every(isAddedOrMoved);
}
