import { useState } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { CARD_GRID } from '../../features/comics/comic-card/comic-card.tsx';
import { useOffersDownloads } from '../../features/downloads/downloads-offer.ts';
import { useDownloadedChapters, useDownloadedComics } from '../../features/downloads/use-downloaded-chapters.ts';
import { DownloadsList } from './downloads-on-demand.tsx';
import { EntryCard } from './entry-card.tsx';
import { storedShelf } from './stored-shelf.ts';

type OfflineShelfProps = { message: string; onRetry(): void };

const HEADING = 'page-width mt-6 text-lg font-semibold';

/** The shelf that could not be fetched: the downloaded comics, which can be read, and the list of the last visit. */
export function OfflineShelf({ message, onRetry }: OfflineShelfProps) {
  const [items] = useState(storedShelf);
  const downloaded = useDownloadedComics();
  const hasDownloads = useDownloadedChapters().size > 0;
  useOffersDownloads(hasDownloads);
  if (items.length === 0 && !hasDownloads) return <ErrorState message={message} onRetry={onRetry} />;
  return (
    <>
      <p role="alert" className="page-width mt-2 flex min-h-11 items-center justify-between gap-3 text-sm text-soft">
        {navigator.onLine ? message : '没有网络，连上后会自动更新'}
        <button type="button" className="h-11 shrink-0 px-2 text-accent" onClick={onRetry}>
          重试
        </button>
      </p>
      {hasDownloads && (
        <section aria-label="下载的漫画">
          <DownloadsList fallback={<Skeleton className="page-width mt-4 h-72" />} />
        </section>
      )}
      {items.length > 0 && (
        <section aria-label="上次看到的书架">
          <h2 className={HEADING}>上次看到的书架</h2>
          <ul className={`page-width mt-4 gap-y-5 ${CARD_GRID}`}>
            {items.map((item) => (
              <EntryCard
                key={item.comic.id}
                item={item}
                priority={false}
                downloaded={downloaded.has(item.comic.id)}
                picked={null}
                onPick={pickNothing}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function pickNothing() {}
