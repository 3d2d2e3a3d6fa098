import type { Banner } from '#contract/shapes';
import { LazyImage } from '../lazy-image/lazy-image.tsx';
import { SafeLink } from '../safe-link/safe-link.tsx';

/** Half as high as wide; on a phone held sideways so narrow that room is left for covers, and none of the lettering is cut off. */
export const BANNER_SHAPE = 'aspect-2/1';
/** Where one stands alone. */
export const ALONE = 'mx-auto w-full shrink-0 sm:w-[calc(50%-6px)] low:w-60';
/** As high as one alone. */
const PEEKING_SHAPE = 'aspect-[1.84] sm:aspect-2/1';
/** The next one peeks, which shows that there is more. */
const PEEKING = 'w-[92%] shrink-0 snap-center sm:w-[calc(50%-6px)] low:w-60';

/** Banners swiped sideways, each snapping into place; where a picture can't be loaded, its title is shown. */
export function BannerCarousel({ banners }: { banners: Banner[] }) {
  return (
    <section aria-label="推荐" className="page-width pt-4">
      <ul className="no-scrollbar flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-2xl">
        {banners.map((banner, index) => (
          <li key={banner.id} className={banners.length > 1 ? PEEKING : ALONE}>
            <SafeLink to={banner.link} label={banner.title}>
              <span
                className={`relative block overflow-hidden rounded-2xl ring-inside ${banners.length > 1 ? PEEKING_SHAPE : BANNER_SHAPE}`}
                style={{ backgroundColor: banner.image.color }}
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
    </section>
  );
}
