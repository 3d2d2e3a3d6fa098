import type { Banner } from '#contract/shapes';
import { LazyImage } from '../lazy-image/lazy-image.tsx';
import { SafeLink } from '../safe-link/safe-link.tsx';

/** On a phone half as high as wide; held sideways, low enough to leave room for covers. */
export const BANNER_SHAPE = 'aspect-2/1 low:aspect-auto low:h-[120px]';
/** As high as one alone. */
const PEEKING_SHAPE = 'aspect-[1.84] sm:aspect-2/1 low:aspect-auto low:h-[120px]';
/** The next one peeks, which shows that there is more. */
const PEEKING = 'w-[92%] shrink-0 snap-center sm:w-[calc(50%-6px)]';
const ALONE = 'mx-auto w-full shrink-0 sm:w-[calc(50%-6px)]';

/** Banners swiped sideways, each snapping into place; where a picture can't be loaded, its title is shown. */
export function BannerCarousel({ banners }: { banners: Banner[] }) {
  return (
    <section aria-label="推荐" className="page-width pt-4">
      <div className="relative">
        <ul className="no-scrollbar flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-2xl">
          {banners.map((banner, index) => (
            <li key={banner.id} className={banners.length > 1 ? PEEKING : ALONE}>
              <SafeLink to={banner.link} label={banner.title}>
                <span
                  className={`relative block overflow-hidden rounded-2xl bg-sunken ring-inside ${banners.length > 1 ? PEEKING_SHAPE : BANNER_SHAPE}`}
                >
                  <LazyImage
                    image={banner.image}
                    alt={banner.title}
                    priority={index === 0}
                    className="absolute inset-0 size-full object-cover"
                  />
                  <span
                    aria-hidden
                    className="absolute inset-x-0 bottom-0 truncate scrim px-4 pt-8 pb-3 font-medium text-white"
                  >
                    {banner.title}
                  </span>
                </span>
              </SafeLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
