import { memo } from 'react';
import { ComicCover } from '../../features/comic-card/comic-card.tsx';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { comicPath } from '../../paths.ts';
import { CheckIcon } from '../../ui/screen-icons.tsx';
import { entryOf, type Item } from './tabs.ts';

type EntryCardProps = {
  item: Item;
  priority: boolean;
  /** Whether it is picked while the list is edited; null while it is not. */
  picked: boolean | null;
  onPick(comicId: number): void;
};

/** A comic of the library: its cover with the unread count, its title, and the reading position. */
export const EntryCard = memo(function EntryCard({ item, priority, picked, onPick }: EntryCardProps) {
  const { comic, unread, line, time } = entryOf(item);
  const body = (
    <>
      <div className="relative">
        <ComicCover comic={comic} priority={priority} />
        {unread > 0 && (
          <span className="absolute top-1 right-1 min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 text-on-accent">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only">话未读</span>
          </span>
        )}
        {picked !== null && (
          <span
            className={`absolute right-1 bottom-1 flex size-6 items-center justify-center rounded-full ${picked ? 'bg-accent text-on-accent' : 'bg-black/45 text-white ring-1 ring-white'}`}
          >
            {picked && <CheckIcon className="size-4" />}
          </span>
        )}
      </div>
      <p className="mt-2 h-6 truncate text-[0.9375rem] leading-6 font-medium">{comic.title}</p>
      <p className="h-5 truncate text-xs leading-5 text-soft">{line}</p>
      {time && <p className="h-5 truncate text-xs leading-5 text-soft">{time}</p>}
    </>
  );
  return (
    <li className="min-w-0">
      {picked === null ? (
        <ScreenLink to={comicPath(comic.id)} className="block min-w-0 active:opacity-80">
          {body}
        </ScreenLink>
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
