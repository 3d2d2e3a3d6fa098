import { useCallback, useSyncExternalStore } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { PageSources } from '../strip/page-sources.ts';
import { pieceAt } from './piece-at.ts';
import { type Progress, progressText } from './progress.ts';

type PagePreviewProps = { opened: ReadChapter; progress: Progress; sources: Pick<PageSources, 'get' | 'subscribe'> };

/** A small picture of the page that the slider is dragged to, or its colour while the strip has not loaded it. */
export function PagePreview({ opened: { chapter, pages }, progress, sources }: PagePreviewProps) {
  const { page, piece, along } = pieceAt(pages, progress);
  const key = `${chapter.id}/${page}/${piece}`;
  const subscribe = useCallback((onChange: () => void) => sources.subscribe(key, onChange), [sources, key]);
  const source = useSyncExternalStore(subscribe, () => sources.get(key).source);
  return (
    <div className="mb-1 w-24 shrink-0 overflow-hidden rounded-lg bg-raised text-center text-xs text-soft ring-1 ring-line">
      <div className="aspect-3/4" style={{ backgroundColor: pages[page]?.color }}>
        {source && (
          <img
            src={source}
            alt=""
            className="size-full object-cover"
            style={{ objectPosition: `50% ${along * 100}%` }}
          />
        )}
      </div>
      <p className="py-0.5">{progressText(progress)}</p>
    </div>
  );
}
