import type { Section } from '#contract/shapes';
import { ComicCover, MetaText } from '../../features/comic-card/comic-card.tsx';
import { LazyImage } from '../../features/lazy-image/lazy-image.tsx';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { comicPath } from '../../paths.ts';

export type SectionComic = Section['list'][number];
type LargeCardProps = { comic: SectionComic; priority?: boolean; withNew?: boolean };

/** A cover with a line about the comic beside it. */
export function InfoCard({ comic, priority, withNew }: LargeCardProps) {
  const { title, authors, genres, tagline } = comic;
  return (
    <ScreenLink
      to={comicPath(comic.id)}
      className="flex min-w-0 gap-4 rounded-2xl bg-sunken p-3 text-sm text-soft active:opacity-80"
    >
      <ComicCover comic={comic} priority={priority} withNew={withNew} className="w-24 shrink-0" />
      <div className="min-w-0 self-center">
        <h3 className="line-clamp-2 text-[1.0625rem] leading-6 font-semibold text-ink">{title}</h3>
        {tagline ? (
          <p className="mt-1 line-clamp-2">{tagline}</p>
        ) : (
          <p className="mt-1 truncate">{authors.join('、')}</p>
        )}
        <p className="mt-2 truncate text-xs">{genres.join(' · ')}</p>
        <p className="mt-0.5 truncate text-xs">
          <MetaText comic={comic} />
        </p>
      </div>
    </ScreenLink>
  );
}

/** A wide part of a cover, with the title below. */
export function WideCard({ comic, priority }: LargeCardProps) {
  return (
    <ScreenLink to={comicPath(comic.id)} className="block min-w-0 active:opacity-80">
      <div className="relative aspect-8/5 overflow-hidden rounded-lg bg-sunken ring-inside">
        <LazyImage image={comic.cover} alt="" priority={priority} className="size-full object-cover" />
      </div>
      <p className="mt-2 truncate text-[0.9375rem] leading-[1.375rem] font-medium">{comic.title}</p>
      <p className="truncate text-xs leading-5 text-soft">
        <MetaText comic={comic} />
      </p>
    </ScreenLink>
  );
}
