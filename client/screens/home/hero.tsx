import { LazyImage } from '../../features/lazy-image/lazy-image.tsx';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { comicPath } from '../../paths.ts';
import type { SectionComic } from './large-cards.tsx';

export const HERO_SHAPE = 'aspect-2/1 sm:aspect-4/1 low:aspect-auto low:h-[120px]';

/**
 * One comic in large: on a phone a wide part of its cover, on a wide screen the whole of it before itself, out of focus.
 */
export function Hero({ comic }: { comic: SectionComic }) {
  const { cover, title, tagline, genres } = comic;
  return (
    <ScreenLink
      to={comicPath(comic.id)}
      className={`relative block overflow-hidden rounded-2xl bg-sunken ring-inside active:opacity-90 ${HERO_SHAPE}`}
    >
      <LazyImage
        image={cover}
        alt=""
        priority
        className="absolute inset-0 size-full object-cover sm:scale-110 sm:blur-xl"
      />
      <div className="absolute inset-0 flex items-end gap-6 scrim p-4 text-white sm:p-6 low:p-3">
        <div className="relative hidden aspect-3/4 h-full overflow-hidden rounded-lg ring-inside sm:block">
          {/* Where it is hidden it must not be loaded. */}
          <LazyImage image={cover} alt="" className="size-full object-cover" />
        </div>
        <div className="min-w-0 flex-1">
          <h3 className="line-clamp-2 text-xl font-semibold sm:text-2xl">{title}</h3>
          <p className="mt-0.5 line-clamp-1 text-sm sm:line-clamp-2">{tagline ?? genres.join(' · ')}</p>
        </div>
      </div>
    </ScreenLink>
  );
}
