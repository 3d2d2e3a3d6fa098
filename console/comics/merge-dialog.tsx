import { useState } from 'react';
import { useNavigate } from 'react-router';
import { comicList, comicUndo } from '#contract/console/comics';
import { mergeComics, mergePreview } from '#contract/console/comics-merge';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Loaded, Problem } from '../parts/page.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { CoverThumb } from './cover-thumb.tsx';
import type { Comic } from './words.ts';

/** Merges a comic into another one, after a preview. */
export function MergeDialog({ comic, onClose }: { comic: Comic; onClose(): void }) {
  const [into, setInto] = useState<number | null>(null);
  return (
    <Dialog title={`把《${comic.fields.title}》并入另一部`} onClose={onClose}>
      {into === null ? (
        <Target comicId={comic.id} onInto={setInto} />
      ) : (
        <Preview id={comic.id} into={into} onClose={onClose} onBack={() => setInto(null)} />
      )}
    </Dialog>
  );
}

function Target({ comicId, onInto }: { comicId: number; onInto(id: number): void }) {
  const [text, setText] = useState('');
  const query = useAnswer(comicList, { q: text.trim() || undefined, size: 10 });
  return (
    <div className="flex flex-col gap-3">
      <SearchField label="并入哪一部" value={text} onText={setText} />
      <Loaded query={query}>
        {({ list }) => (
          <ul className="flex flex-col gap-1">
            {list
              .filter(({ id }) => id !== comicId)
              .map(({ id, title, cover, chapters }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="flex w-full items-center gap-3 rounded-lg p-1 text-left hover:bg-sunken"
                    onClick={() => onInto(id)}
                  >
                    <CoverThumb cover={cover} />
                    <span className="min-w-0 break-words">
                      {title}
                      <span className="block text-sm text-soft">
                        编号 {id} · {chapters} 话
                      </span>
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

type PreviewProps = { id: number; into: number; onClose(): void; onBack(): void };

function Preview({ id, into, onClose, onBack }: PreviewProps) {
  const query = useAnswer(mergePreview, { id, into });
  const change = useChange(mergeComics);
  const navigate = useNavigate();
  const merge = () =>
    change.mutate(
      { id, into },
      {
        onSuccess({ entries }) {
          onClose();
          void navigate(`/comics/${into}`);
          showDone('已合并', () => request(comicUndo, { entries }));
        },
      },
    );
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={query}>
        {({ lines }) => (
          <ul className="flex max-h-[50dvh] flex-col gap-2 overflow-y-auto text-sm">
            {lines.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Problem error={change.error} />
      <div className="flex gap-3">
        <Button look="tinted" className="flex-1" onClick={onBack}>
          换一部
        </Button>
        <Button className="flex-1" disabled={!query.data || change.isPending} onClick={merge}>
          合并
        </Button>
      </div>
    </div>
  );
}
