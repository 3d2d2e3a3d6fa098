import type { PayloadOf } from '#contract/call';
import type { editUpload } from '#contract/console/upload';
import type { SourceEdit, Upload } from './upload.ts';

type Change = PayloadOf<typeof editUpload>['changes'][number];

/** The edits of an upload after these changes. */
export function appliedTo({ edits, sources }: Pick<Upload, 'edits' | 'sources'>, changes: readonly Change[]) {
  const byPath = new Map(edits.map((edit) => [edit.path, edit]));
  for (const change of changes) {
    if (change.what === 'source') {
      const { what: _what, ...edit } = change;
      byPath.set(edit.path, edit);
    } else
      for (const { path, series } of sources)
        if (series === change.from) byPath.set(path, { ...byPath.get(path), path, series: change.to });
  }
  return [...byPath.values()].filter(isEdit);
}

function isEdit({ series, no, title, isOut }: SourceEdit): boolean {
  return series !== undefined || no !== undefined || title !== undefined || isOut === true;
}

/** Whether a file belongs to a source that is left out; the path of a source is a file, or a folder of pictures. */
export function isLeftOut(edits: readonly SourceEdit[], name: string): boolean {
  return edits.some(({ path, isOut }) => isOut === true && (name === path || name.startsWith(`${path}/`)));
}
