import { memo, type ReactNode, useRef } from 'react';
import { PickMark } from '../../../ui/pick-mark.tsx';
import { DownloadedIcon } from '../../../ui/screen-icons.tsx';
import { useLongPress } from '../../../ui/use-long-press.ts';
import { saleText } from '../../features/comics/comic-card/comic-words.ts';
import { TitleText } from '../../features/comics/comic-card/title-text.tsx';
import { useRunningSale } from '../../features/comics/comic-card/use-running-sale.ts';
import { opensElsewhere } from '../../features/navigation/screen-link/screen-link.tsx';
import { goTo, preloadScreen } from '../../features/navigation/screen-link/screen-navigation.ts';
import { noteTappedPicture } from '../../features/pictures/tapped-picture.ts';
import { comicPath } from '../../paths.ts';
import { CoverBox, ReadLine } from './cover-box.tsx';
import { readOnPath } from './read-on.ts';
import { entryOf, type Item } from './tabs.ts';

type EntryCardProps = {
  item: Item;
  priority: boolean;
  /** Chapters of it are on this device. */
  downloaded: boolean;
  /** Whether it is picked; null while the list is not edited. */
  picked: boolean | null;
  onPick(comicId: number): void;
};

/** A comic of the library: its cover with the unread chapters, its title, and the reading position. */
export const EntryCard = memo(function EntryCard({ item, priority, downloaded, picked, onPick }: EntryCardProps) {
  const { comic, unread, line, progress } = entryOf(item);
  const sale = useRunningSale(comic.sale);
  const body = (
    <>
      <CoverBox comic={comic} priority={priority}>
        {unread > 0 && (
          <span className="absolute top-1 right-1 min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 text-on-accent">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only">话未读</span>
          </span>
        )}
        {downloaded && (
          <span className="absolute bottom-1 left-1 grid size-5 place-items-center rounded-full bg-black/60 text-white">
            <DownloadedIcon className="size-3.5" />
            <span className="sr-only">已下载</span>
          </span>
        )}
        {picked !== null && (
          <PickMark
            picked={picked}
            className="absolute right-1.5 bottom-1.5 z-10 text-white drop-shadow-[0_0_2px_rgb(0_0_0/0.8)]"
          />
        )}
      </CoverBox>
      <div>
        {/* It has its place also where nothing has been read. */}
        <div className="mt-1.5 mb-1 h-[3px]">
          <ReadLine progress={progress} />
        </div>
        <p className="line-clamp-2 text-[0.9375rem] text-pretty leading-[1.375rem] font-medium">
          <TitleText title={comic.title} />
        </p>
        <p className="truncate text-xs leading-5 text-soft">
          {sale && <span className="mr-1 text-warm">{saleText(sale.percent)}</span>}
          {line}
        </p>
      </div>
    </>
  );
  return (
    <li className="min-w-0">
      {picked === null ? (
        <ReadOnLink item={item}>{body}</ReadOnLink>
      ) : (
        <button
          type="button"
          aria-pressed={picked}
          onClick={() => onPick(comic.id)}
          className="block w-full min-w-0 text-left"
        >
          {body}
        </button>
      )}
    </li>
  );
});

/** A tap reads on, a long press opens the detail. */
function ReadOnLink({ item, children }: { item: Item; children: ReactNode }) {
  const detail = comicPath(item.comic.id);
  const link = useRef<HTMLAnchorElement>(null);
  const { onPointerDown, ...longPress } = useLongPress(() => {
    if (link.current) noteTappedPicture(link.current, detail);
    goTo(detail, { replace: false });
  });
  const to = readOnPath(item);
  return (
    <a
      {...longPress}
      ref={link}
      href={to}
      title="长按看详情"
      draggable={false}
      onPointerDown={(event) => {
        preloadScreen(to);
        onPointerDown(event);
      }}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        noteTappedPicture(event.currentTarget, to);
        goTo(to, { replace: false });
      }}
      className="block min-w-0 active:opacity-80"
    >
      {children}
    </a>
  );
}
