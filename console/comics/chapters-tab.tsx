import { useState } from 'react';
import { chapterList, chapterOrder } from '#contract/console/chapters';
import { EmptyState } from '../../ui/states.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { Problem } from '../parts/page.tsx';
import { moved, Sortable } from '../parts/sortable.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { ChapterDialog } from './chapter-dialog.tsx';
import { ChapterRow } from './chapter-row.tsx';
import { ChaptersBar } from './chapters-bar.tsx';
import type { Chapter } from './words.ts';

/** The chapters of a comic by number. */
export function ChaptersTab({ comicId }: { comicId: number }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [edited, setEdited] = useState<Chapter | null>(null);
  const order = useChange(chapterOrder);

  const move = (chapters: readonly Chapter[], from: number, to: number) => {
    const before = chapters.slice(Math.min(from, to), Math.max(from, to) + 1);
    const after = moved(before, from < to ? 0 : before.length - 1, from < to ? before.length - 1 : 0);
    order.mutate(
      { comicId, chapters: after.map(({ id, fields: { no } }) => ({ id, no })) },
      {
        onSuccess: () =>
          showDone('已更改顺序', () => request(chapterOrder, { comicId, chapters: reversed(before, after) })),
      },
    );
  };

  return (
    <>
      <LoadMore call={chapterList} filter={{ id: comicId, size: 50 }}>
        {(chapters) =>
          chapters.length === 0 ? (
            <EmptyState title="还没有话" hint="导入之后在这里" />
          ) : (
            <>
              <ChaptersBar
                comicId={comicId}
                chapters={chapters}
                chosen={chapters.filter(({ id }) => chosen.has(id))}
                onChoose={setChosen}
              />
              <Problem error={order.error} />
              <Sortable
                label="各话"
                className="divide-y divide-line overflow-hidden rounded-2xl ring-1 ring-line"
                items={chapters}
                keyOf={({ id }) => id}
                nameOf={({ fields: { no } }) => `第 ${no} 话`}
                onMove={(from, to) => move(chapters, from, to)}
              >
                {(chapter, _index, controls) => (
                  <ChapterRow
                    comicId={comicId}
                    chapter={chapter}
                    controls={controls}
                    isChosen={chosen.has(chapter.id)}
                    onChoose={() => setChosen(toggled(chosen, chapter.id))}
                    onOpen={() => setEdited(chapter)}
                  />
                )}
              </Sortable>
            </>
          )
        }
      </LoadMore>
      {edited && <ChapterDialog chapter={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** The chapters in their old order, with the numbers that the new one has given them. */
function reversed(before: readonly Chapter[], after: readonly Chapter[]): { id: number; no: number }[] {
  const noOf = new Map(after.map(({ id }, index) => [id, before[index]?.fields.no ?? 0]));
  return before.map(({ id }) => ({ id, no: noOf.get(id) ?? 0 }));
}

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
