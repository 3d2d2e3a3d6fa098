import { LEAD_SHAPE } from '../../features/listings/banner-carousel/banner-carousel.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { comicPath } from '../../paths.ts';
import type { SectionComic } from './wide-card.tsx';

/**
 * One comic in large: its whole cover, because a wide crop would cut its lettering, before a blurred copy that is dark enough for
 * white text. A wide screen also has room for the whole wide picture.
 */
export function Hero({ comic }: { comic: SectionComic }) {
  const { cover, wide, title, tagline, genres } = comic;
  return (
    <ScreenLink
      to={comicPath(comic.id)}
      className={`relative block overflow-hidden rounded-2xl bg-black/65 ring-inside active:opacity-90 ${LEAD_SHAPE}`}
    >
      <LazyImage
        image={cover}
        alt=""
        priority
        sizes={HERO_COVER_WIDTH}
        className="absolute inset-0 size-full scale-110 object-cover blur-xl brightness-60"
      />
      {wide && (
        // Without priority, so that it is not loaded where it is hidden.
        <LazyImage
          image={wide}
          alt=""
          className="absolute right-0 hidden aspect-2/1 h-full w-auto sm:block [mask-image:linear-gradient(90deg,#0000,#000_30%)]"
        />
      )}
      {/* Dark in both themes: a black cover has an edge there too. */}
      <div
        data-theme="dark"
        className="absolute inset-0 flex items-end gap-4 scrim p-4 text-white sm:gap-6 sm:p-6 low:p-3"
      >
        <div className="relative aspect-3/4 h-full shrink-0 overflow-hidden rounded-lg ring-inside">
          <LazyImage image={cover} alt="" priority className="size-full object-cover" />
        </div>
        <div className="words min-w-0 flex-1">
          <h3 className="line-clamp-2 text-xl font-semibold sm:text-2xl">{title}</h3>
          <p className="mt-0.5 line-clamp-2 text-sm low:line-clamp-1">{tagline ?? genres.join(' · ')}</p>
        </div>
      </div>
    </ScreenLink>
  );
}

/** The width of the cover in the hero of a phone, in CSS pixels. The blurred copy behind it is the same picture. */
const HERO_COVER_WIDTH = 112;
