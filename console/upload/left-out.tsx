import { editUpload } from '#contract/console/upload';
import { Card, Problem } from '../parts/page.tsx';
import { useChange } from '../runtime/queries.ts';
import type { UploadView } from './queries.ts';

/** The files that an editor has left out. */
export function LeftOut({ upload: { id, planNo, edits } }: { upload: UploadView }) {
  const change = useChange(editUpload);
  const out = edits.filter(({ isOut }) => isOut);
  if (out.length === 0) return null;
  return (
    <Card title={`不导入的 ${out.length} 份`}>
      <Problem error={change.error} />
      <ul className="divide-y divide-line">
        {out.map(({ isOut: _isOut, ...edit }) => (
          <li key={edit.path} className="flex items-center justify-between gap-3">
            <span className="min-w-0 text-sm break-all text-soft">{edit.path}</span>
            <button
              type="button"
              aria-label={`恢复 ${edit.path}`}
              className="min-h-11 shrink-0 px-2 text-sm text-accent disabled:opacity-50"
              disabled={change.isPending}
              onClick={() => change.mutate({ id, planNo, changes: [{ what: 'source', ...edit }] })}
            >
              恢复
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
