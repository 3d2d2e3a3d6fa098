import { memo } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { PickMark } from '../../../ui/pick-mark.tsx';
import { LockIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { chapterName } from '../../features/comics/comic-card/comic-words.ts';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { chapterPath, comicPath } from '../../paths.ts';
import { CoverBox, ReadLine } from './cover-box.tsx';
import { dayHeading, timeInDay } from './read-time.ts';
import { entryOf, type Item } from './tabs.ts';

type HistoryRowProps = {
  item: Item;
  /** The entry above, which may be of the same day. */
  before: Item | undefined;
  priority: boolean;
  /** Whether it is picked; null while the list is not edited. */
  picked: boolean | null;
  onPick(comicId: number): void;
};

/** A comic that was read, under the heading of its day: the row opens its detail, the button at the right reads on. */
export const HistoryRow = memo(function HistoryRow({ item, before, priority, picked, onPick }: HistoryRowProps) {
  const { comic, readOn } = item;
  const heading = item.at && dayHeading(item.at);
  const body = <RowBody item={item} priority={priority} />;
  // After a finished chapter another one is opened, which may have to be bought.
  const goOn = item.finished ? '下一话' : '续看';
  return (
    <li className="history">
      {heading && heading !== (before?.at && dayHeading(before.at)) && (
        <h2 className="pt-2 pb-1 text-sm text-soft">{heading}</h2>
      )}
      <div className="history-row border-b border-line">
        {picked === null ? (
          <>
            <ScreenLink to={comicPath(comic.id)} className={ROW}>
              {body}
            </ScreenLink>
            {readOn && (
              <ScreenLink
                to={chapterPath(readOn.id)}
                aria-label={`${goOn} ${comic.title}`}
                className={buttonClass('tinted', 'shrink-0')}
              >
                {goOn}
              </ScreenLink>
            )}
          </>
        ) : (
          <button type="button" aria-pressed={picked} onClick={() => onPick(comic.id)} className={`${ROW} text-left`}>
            {body}
            <PickMark picked={picked} className="text-soft" />
          </button>
        )}
      </div>
    </li>
  );
});

const ROW = 'flex items-center gap-3 py-2 active:opacity-70';

function RowBody({ item, priority }: { item: Item; priority: boolean }) {
  const { comic, line, progress } = entryOf(item);
  const { readOn } = item;
  return (
    <>
      <span className="w-14 shrink-0">
        <CoverBox comic={comic} priority={priority} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="line-clamp-2 text-[0.9375rem] leading-5.5 font-medium">{comic.title}</span>
        <span className="text-xs text-soft">
          {line}
          {item.at && ` · ${timeInDay(item.at)}`}
        </span>
        {readOn?.price !== undefined && <NextPrice no={readOn.no} price={readOn.price} />}
        {/* A full line below 看完 adds nothing and looks like a border. */}
        {progress < 1 && <ReadLine progress={progress} />}
      </span>
    </>
  );
}

function NextPrice({ no, price }: { no: number; price: number }) {
  const { coins } = useAssetNames();
  return (
    <span className="flex items-center gap-1 text-xs text-soft">
      <LockIcon className="size-3.5" />
      {chapterName({ no })}需 {price} {coins}
    </span>
  );
}

/** The placeholder of a row, of the same height. */
export function HistoryRowSkeleton() {
  return (
    <div aria-hidden className="history flex items-center gap-3 py-2">
      <Skeleton className="aspect-3/4 w-14 shrink-0" />
      <div className="flex-1">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="mt-2 h-3 w-2/5" />
      </div>
    </div>
  );
}
