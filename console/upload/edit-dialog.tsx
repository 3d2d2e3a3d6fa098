import { useState } from 'react';
import { isChapterNo } from '#contract/chapter-no';
import { editUpload } from '#contract/console/upload';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Problem } from '../parts/page.tsx';
import { useChange } from '../runtime/queries.ts';
import type { UploadSource, UploadView } from './queries.ts';

type EditDialogProps = { source: UploadSource; upload: UploadView; onClose(): void };

/** Corrects one file, or leaves it out. */
export function EditDialog({ source, upload: { id, planNo, edits }, onClose }: EditDialogProps) {
  const { path } = source;
  const before = edits.find((edit) => edit.path === path);
  const [series, setSeries] = useState(source.series ?? '');
  const [no, setNo] = useState(source.no === null ? '' : String(source.no));
  const [title, setTitle] = useState(source.title ?? before?.title ?? '');
  const choices = (source.titles ?? []).filter((choice) => choice.title !== title.trim());
  const change = useChange(editUpload, onClose);
  const isNumber = no === '' || no === String(source.no) || isChapterNo(no);
  const send = (isOut: boolean) => {
    // Sends only changed fields: they override the file.
    const edit = {
      ...before,
      what: 'source' as const,
      path,
      ...(series.trim() !== '' && series.trim() !== source.series && { series: series.trim() }),
      ...(no !== '' && Number(no) !== source.no && { no: Number(no) }),
      ...(title.trim() !== (source.title ?? '') && { title: title.trim() }),
    };
    change.mutate({ id, planNo, changes: [isOut ? { ...edit, isOut } : edit] });
  };
  return (
    <Dialog title="修改" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isNumber) send(false);
        }}
      >
        <p className="text-sm break-all text-soft">{path}</p>
        <TextField label="书名" value={series} onText={setSeries} maxLength={100} />
        <TextField
          label="话数"
          value={no}
          onText={setNo}
          inputMode="decimal"
          error={isNumber ? null : '写一个数字，如 12 或 12.5'}
        />
        <div>
          <TextField label="标题" value={title} onText={setTitle} maxLength={100} hint="可以不写" />
          {choices.length > 0 && (
            <ul aria-label="可用的标题" className="flex flex-wrap gap-x-6">
              {choices.map((choice) => (
                <li key={choice.from}>
                  <button
                    type="button"
                    className="min-h-11 text-left text-sm break-words text-accent"
                    onClick={() => setTitle(choice.title)}
                  >
                    用{choice.from}：{choice.title}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Problem error={change.error} />
        <Button type="submit" disabled={change.isPending}>
          重新预演
        </Button>
        <Button look="tinted" disabled={change.isPending} onClick={() => send(true)}>
          不导入这一份
        </Button>
      </form>
    </Dialog>
  );
}
