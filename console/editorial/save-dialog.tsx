import type { DataOf, InputOf } from '#contract/call';
import { type previewPart, saveMoneyPart, savePart, undoMoneyPart, undoPart } from '#contract/console/editorial';
import { MONEY_PARTS } from '#contract/console/editorial-parts';
import { PreviewDialog, type PreviewLine } from '../parts/preview-dialog.tsx';
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
      lines={joined(changes.flatMap((each) => linesOf(each, edited.name, title)))}
      confirm="保存"
      saves
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

function linesOf({ sign, what, fields, leaves }: Change, name: Edited['name'], title: string): PreviewLine[] {
  if (sign === '+') return [{ what, before: '没有', after: '新加' }];
  if (sign === '-') return [{ what, before: leaves ?? '有', after: '去掉' }];
  if (fields.length === 0) return [{ what, before: '原来的顺序', after: '新的顺序' }];
  return fields.map(({ name: field, loss, before, after }) => ({
    what: `${what || title}：${labelOf(field, name)}`,
    before: before ?? '原来的',
    after: after ?? `新的${loss}`,
  }));
}

/** Joins fields that are one thing for the person, such as the kind and the amount of a gift. */
function joined(lines: readonly PreviewLine[]): PreviewLine[] {
  return [...Map.groupBy(lines, ({ what }) => what)].map(([what, same]) => ({
    what,
    before: same.map(({ before }) => before).join(' '),
    after: same.map(({ after }) => after).join(' '),
  }));
}

function labelOf(field: string, name: Edited['name']): string {
  const { fields } = PART_FIELDS[name];
  const found = fields.find((each) => each.name === field);
  return found?.label ?? OTHER_LABELS[field] ?? field;
}

/** Labels of fields that are stored under another name than in the form. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  show: '内容',
  link: '打开的地址',
  adult: '声明已成年的读者',
  undeclared: '没有声明成年的读者',
  'bonus 或 tickets': '送什么',
};
