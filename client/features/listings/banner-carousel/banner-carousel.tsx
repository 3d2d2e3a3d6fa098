import type { Banner } from '#contract/shapes';
import { SafeLink } from '../../navigation/safe-link.tsx';
import { LazyImage } from '../../pictures/lazy-image/lazy-image.tsx';

/** The first part of a screen: banners, or the hero instead, and their placeholders. */
export const LEAD_SHAPE = 'aspect-2/1 sm:aspect-4/1 low:aspect-auto low:h-30';
/**
 * A part of the next banner is visible, which shows that there are more. On a phone held sideways banners are twice as wide as
 * high, so that no lettering is cut off.
 */
const PEEKING = 'w-[92%] shrink-0 snap-center sm:w-[calc(50%-6px)] low:w-60';

/** Banners that are swiped sideways. If a picture can't be loaded, its title is shown. */
export function BannerCarousel({ banners }: { banners: Banner[] }) {
  const [first, second] = banners;
  return (
    <section aria-label="推荐" className="page-width pt-4">
      <ul className={`no-scrollbar flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-2xl ${LEAD_SHAPE}`}>
        {first && !second ? (
          <li className="w-full">
            <BannerAlone banner={first} />
          </li>
        ) : (
          banners.map((banner, index) => (
            <li key={banner.id} className={PEEKING}>
              <SafeLink to={banner.link} label={banner.title} className="block h-full">
                <span
                  className="relative block h-full overflow-hidden rounded-2xl ring-inside"
                  style={{ backgroundColor: banner.image.color }}
                >
                  <LazyImage
                    image={banner.image}
                    alt={banner.title}
                    priority={index === 0}
                    className="absolute inset-0 size-full object-cover"
                  />
                  <Caption title={banner.title} />
                </span>
              </SafeLink>
            </li>
          ))
        )}
      </ul>
    </section>
  );
}

/** On a wide screen and on a phone held sideways it is a card: the whole picture at the left, the title beside it. */
function BannerAlone({ banner: { image, link, title } }: { banner: Banner }) {
  return (
    <SafeLink to={link} label={title} className="block h-full">
      <span
        className="relative block h-full overflow-hidden rounded-2xl ring-inside sm:flex sm:items-center sm:bg-sunken! low:flex low:items-center low:bg-sunken!"
        style={{ backgroundColor: image.color }}
      >
        <LazyImage
          image={image}
          alt={title}
          priority
          className="absolute inset-0 size-full object-cover sm:static sm:aspect-2/1 sm:w-auto sm:shrink-0 low:static low:aspect-2/1 low:w-auto low:shrink-0"
        />
        <Caption title={title} className="sm:hidden low:hidden" />
        <span aria-hidden className="hidden px-6 text-lg font-medium sm:line-clamp-2 low:line-clamp-2">
          {title}
        </span>
      </span>
    </SafeLink>
  );
}

function Caption({ title, className = '' }: { title: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={`words-above absolute inset-x-0 bottom-0 truncate scrim px-4 pt-8 pb-3 font-medium text-white ${className}`}
    >
      {title}
    </span>
  );
}
