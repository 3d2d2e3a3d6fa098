import type { ComicCard } from '#contract/shapes';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ComicCover, MetaText } from '../../features/comics/comic-card/comic-card.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { comicPath } from '../../paths.ts';
import { markOf } from './mark.ts';
import { Marked } from './marked.tsx';

/** The columns of results. */
export const RESULT_LIST = 'grid grid-cols-1 gap-x-8 sm:grid-cols-2 lg:grid-cols-3';

type ResultRowProps = { comic: ComicCard; words: string; priority: boolean };

/** A result: title, authors and genres, with the matching part marked. */
export function ResultRow({ comic, words, priority }: ResultRowProps) {
  const { title, authors, genres } = comic;
  const author = authors.join('、');
  const genre = genres.join(' · ');
  return (
    <ScreenLink to={comicPath(comic.id)} className="flex gap-4 py-2 text-sm text-soft active:opacity-80">
      <ComicCover comic={comic} priority={priority} className="w-20 shrink-0" />
      <div className="min-w-0 flex-1 self-center">
        <p className="line-clamp-2 text-[1.0625rem] leading-6 font-medium text-ink">
          <Marked text={title} mark={markOf(title, words)} />
        </p>
        <p className="mt-1 truncate">
          <Marked text={author} mark={markOf(author, words)} />
        </p>
        <p className="mt-0.5 truncate text-xs leading-5">
          <Marked text={genre} mark={markOf(genre, words)} />
        </p>
        <p className="truncate text-xs leading-5">
          <MetaText comic={comic} />
        </p>
      </div>
    </ScreenLink>
  );
}

/** The placeholder of a result that is loading, of the same height. */
export function ResultRowSkeleton() {
  return (
    <div aria-hidden className="flex items-center gap-4 py-2">
      <Skeleton className="aspect-3/4 w-20 shrink-0" />
      <div className="flex-1">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="mt-3 h-4 w-2/5" />
      </div>
    </div>
  );
}
