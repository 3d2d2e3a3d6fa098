import type { Section } from '#contract/shapes';
import { MEDALS } from '../../features/listings/medals.ts';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { countText } from '../../features/text/format/count-text.ts';
import { comicPath } from '../../paths.ts';

/**
 * The first comics of a ranking in columns of three, swiped sideways: a part of the next column is visible on a phone. Three
 * columns fit a wide screen.
 */
export function RankDigest({ list }: { list: Section['list'] }) {
  return (
    <ol className="page-width no-scrollbar grid snap-x scroll-px-4 auto-cols-[86%] grid-flow-col grid-rows-3 gap-x-4 gap-y-3 overflow-x-auto sm:auto-cols-[46%] lg:auto-cols-[calc((100%-32px)/3)]">
      {list.map(({ id, title, cover, genres, views }, index) => (
        <li key={id} className="min-w-0 snap-start">
          <ScreenLink to={comicPath(id)} className="flex min-h-16 items-center gap-3 active:opacity-80">
            <span className="relative w-12 shrink-0 overflow-hidden rounded-md ring-inside">
              <LazyImage image={cover} alt="" className="aspect-3/4 w-full object-cover" />
            </span>
            <span className={`w-6 shrink-0 text-center text-lg font-semibold ${MEDALS[index] ?? 'text-soft'}`}>
              {index + 1}
            </span>
            <span className="words min-w-0 flex-1">
              <span className="block truncate font-medium">{title}</span>
              <span className="block truncate text-xs text-soft">
                {[...genres.slice(0, 2), `${countText(views)}次阅读`].join(' · ')}
              </span>
            </span>
          </ScreenLink>
        </li>
      ))}
    </ol>
  );
}
