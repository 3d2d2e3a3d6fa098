import { useState } from 'react';
import type { DataOf, InputOf } from '#contract/call';
import { COMIC_FIELD_NAMES } from '#contract/console/column-names';
import { bulkApply, bulkPreview, bulkUndo } from '#contract/console/comics-bulk';
import { Dialog } from '../../ui/dialog.tsx';
import { PreviewDialog, type PreviewLine } from '../parts/preview-dialog.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { BulkForm } from './bulk-form.tsx';
import { fieldText } from './words.ts';

export type Selection = InputOf<typeof bulkPreview>['selection'];
type Preview = DataOf<typeof bulkPreview>;
type Values = Preview['rows'][number]['after'];

/** Asks for the changes, shows their effect, and makes them. */
export function BulkDialog({ selection, onClose, onDone }: { selection: Selection; onClose(): void; onDone(): void }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const asking = useChange(bulkPreview, setPreview);
  const applying = useChange(bulkApply);
  if (!preview)
    return (
      <Dialog title={'ids' in selection ? `修改 ${selection.ids.length} 部` : '修改全部符合条件的'} onClose={onClose}>
        <BulkForm busy={asking.isPending} error={asking.error} onWish={(wish) => asking.mutate({ selection, wish })} />
      </Dialog>
    );
  const { id, count, rows, unchanged, deleted } = preview;
  return (
    <PreviewDialog
      title={`修改 ${count} 部`}
      lines={rows.map(lineOf)}
      confirm={`修改 ${count} 部`}
      busy={applying.isPending}
      error={applying.error}
      onClose={onClose}
      onConfirm={() =>
        applying.mutate(
          { id },
          {
            onSuccess({ changed, skipped, skippedTitles }) {
              onDone();
              const left = skipped > 0 ? `，跳过 ${skipped} 部（刚被别人改过）：${skippedTitles.join('、')}` : '';
              showDone(`已修改 ${changed} 部${left}`, () => undo(id));
            },
          },
        )
      }
    >
      <p className="text-sm text-soft">
        {count > rows.length && `只列出前 ${rows.length} 部。`}
        {unchanged > 0 && `另有 ${unchanged} 部本来就是这样。`}
        {deleted > 0 && `回收站里的 ${deleted} 部不修改。`}
        修改后 30 天内可以撤回，之后又改过的不撤回。
      </p>
    </PreviewDialog>
  );
}

async function undo(id: number): Promise<void> {
  const { changed, skipped, skippedTitles } = await request(bulkUndo, { id });
  // Shown after the notice that the undo is done.
  if (skipped > 0)
    setTimeout(
      () => showDone(`已撤回 ${changed} 部；${skipped} 部之后又改过，没有撤回：${skippedTitles.join('、')}`),
      0,
    );
}

function lineOf({ id, title, before, after }: Preview['rows'][number]): PreviewLine {
  return { what: `${title}（${id}）`, before: valuesText(before), after: valuesText(after) };
}

function valuesText({ online, ...fields }: Values): string {
  const texts = (Object.keys(fields) as (keyof typeof fields)[]).flatMap((name) =>
    fields[name] === undefined ? [] : [`${COMIC_FIELD_NAMES[name]} ${fieldText(name, fields[name])}`],
  );
  return [...texts, ...(online === undefined ? [] : [online ? '上架' : '已下架'])].join('，');
}
