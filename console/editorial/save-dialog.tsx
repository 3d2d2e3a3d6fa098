import { PreviewDialog, type PreviewLine } from '../parts/preview-dialog.tsx';
import type { Mistake } from './mistakes.ts';
import { PART_FIELDS } from './part-fields.ts';
import { type Change, type EditedPart, useSavePart } from './save-part.ts';

type SaveDialogProps = {
  edited: EditedPart;
  title: string;
  changes: readonly Change[];
  onMistakes(mistakes: readonly Mistake[]): void;
  onSaved?(): void;
  onClose(): void;
};

/** Shows the changes of a part and saves them. */
export function SaveDialog({ edited, title, changes, onMistakes, onSaved, onClose }: SaveDialogProps) {
  const change = useSavePart(edited.name, title, { settled: onClose, mistakes: onMistakes, saved: onSaved });
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

function linesOf({ sign, what, fields, leaves }: Change, name: EditedPart['name'], title: string): PreviewLine[] {
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

function labelOf(field: string, name: EditedPart['name']): string {
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
