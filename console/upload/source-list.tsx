import { useState } from 'react';
import { chapterNoText } from '#contract/chapter-no';
import { EditDialog } from './edit-dialog.tsx';
import type { UploadSource, UploadView } from './queries.ts';
import { RESULT_NAMES } from './words.ts';

type SourceListProps = { sources: readonly UploadSource[]; upload: UploadView; isReadOnly?: boolean };

/** Files or folders of pictures, with the result of each and its reason. */
export function SourceList({ sources, upload, isReadOnly = false }: SourceListProps) {
  const [edited, setEdited] = useState<UploadSource | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {sources.map((source) => (
          <li key={source.path} className="flex items-start justify-between gap-3 py-2">
            <SourceText source={source} />
            {!isReadOnly && (
              <button
                type="button"
                data-edit
                aria-label={`修改 ${source.path}`}
                className="min-h-11 shrink-0 px-2 text-sm text-accent"
                onClick={() => setEdited(source)}
              >
                修改
              </button>
            )}
          </li>
        ))}
      </ul>
      {edited && <EditDialog source={edited} upload={upload} onClose={() => setEdited(null)} />}
    </>
  );
}

function SourceText({ source }: { source: UploadSource }) {
  const { path, no, title, pages, result, reason, warnings, priceCoins } = source;
  const facts = [
    RESULT_NAMES[result],
    ...(pages > 0 ? [`${pages} 页`] : []),
    ...(priceCoins ? [`${priceCoins} 漫币`] : []),
  ];
  return (
    <div className="min-w-0">
      <p>
        {no !== null && (
          <span className="font-medium break-words">{`${chapterNoText(no)} ${title ? `${title} ` : ''}`}</span>
        )}
        <span className={`text-sm ${result === 'refused' ? 'text-danger' : 'text-soft'}`}>{facts.join(' · ')}</span>
      </p>
      <p className="text-sm break-all text-soft">{path}</p>
      {reason !== null && <p className="text-sm break-words text-danger">{reason}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="text-sm break-words text-warm">
          注意：{warning}
        </p>
      ))}
    </div>
  );
}
