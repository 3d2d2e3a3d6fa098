import type { DataOf, InputOf } from '#contract/call';
import { type previewPart, saveMoneyPart, savePart, undoMoneyPart, undoPart } from '#contract/console/editorial';
import { MONEY_PARTS } from '#contract/console/editorial-parts';
import { PreviewDialog } from '../parts/preview-dialog.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import type { Mistake } from './mistakes.ts';
import { PART_FIELDS } from './part-fields.ts';

export type Change = DataOf<typeof previewPart>['changes'][number];
type Edited = InputOf<typeof savePart>;

type SaveDialogProps = {
  edited: Edited;
  title: string;
  changes: readonly Change[];
  onMistakes(mistakes: readonly Mistake[]): void;
  onSaved?(): void;
  onClose(): void;
};

/** Shows the changes of a part and saves them. */
export function SaveDialog({ edited, title, changes, onMistakes, onSaved, onClose }: SaveDialogProps) {
  const isMoney = MONEY_PARTS.includes(edited.name);
  const change = useChange(isMoney ? saveMoneyPart : savePart, ({ mistakes, entryId }) => {
    onClose();
    if (mistakes.length > 0) return onMistakes(mistakes);
    onSaved?.();
    const undo = entryId === null ? null : () => request(isMoney ? undoMoneyPart : undoPart, { entryId });
    showDone(`已保存：${title}`, undo);
  });
  const leaving = changes.filter(({ leaves }) => leaves !== null);
  return (
    <PreviewDialog
      title={`保存「${title}」`}
      lines={changes.map((each) => lineOf(each, edited.name, title))}
      confirm="保存"
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(edited)}
      onClose={onClose}
    >
      {leaving.length > 0 && (
        <p className="rounded-lg bg-sunken px-3 py-2 text-sm text-warm">
          读者将看不到 {leaving.length} 样：{leaving.map(({ what }) => what).join('、')}。
        </p>
      )}
    </PreviewDialog>
  );
}

function lineOf({ sign, what, fields, leaves }: Change, name: Edited['name'], title: string) {
  if (sign === '+') return { what, before: '没有', after: '新加' };
  if (sign === '-') return { what, before: leaves ?? '有', after: '去掉' };
  const changed = fields.map((field) => withLabel(field, name)).join('、');
  if (what === '顺序') return { what, before: '原来的次序', after: '新的次序' };
  return { what: what || title, before: '原样', after: `改了 ${changed}${leaves ? `（${leaves}）` : ''}` };
}

/** The label of a changed field, which may be followed by what it loses. */
function withLabel(text: string, name: Edited['name']): string {
  return text.replace(/^\w+/, (field) => {
    const found = PART_FIELDS[name].fields.find((each) => each.name === field || each.name.startsWith(`${field}.`));
    return found?.label ?? OTHER_LABELS[field] ?? field;
  });
}

/** Fields that are kept in another form than they are written. */
const OTHER_LABELS: Readonly<Record<string, string>> = { show: '内容', link: '打开的地址', to: '给谁' };
