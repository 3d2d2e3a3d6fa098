import { useState } from 'react';
import type { Banner } from '#contract/shapes';
import { LazyImage } from '../lazy-image/lazy-image.tsx';
import { SafeLink } from '../safe-link/safe-link.tsx';

/** Banners swiped sideways, each snapping into place; where a picture can't be loaded, its title is shown. */
export function BannerCarousel({ banners }: { banners: Banner[] }) {
  const [shown, setShown] = useState(0);
  return (
    <section aria-label="推荐" className="page-width pt-4">
      <div className="relative">
        <ul
          className="no-scrollbar flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-2xl"
          onScroll={({ currentTarget: row }) => {
            const step = row.scrollWidth / banners.length;
            setShown(Math.min(banners.length - 1, Math.round(row.scrollLeft / step)));
          }}
        >
          {banners.map((banner, index) => (
            <li key={banner.id} className="w-full shrink-0 snap-center only:mx-auto sm:w-[calc(50%-6px)]">
              <SafeLink to={banner.link} label={banner.title}>
                <span className="relative grid aspect-2/1 place-items-center overflow-hidden rounded-2xl bg-sunken">
                  <span aria-hidden className="line-clamp-2 px-6 text-center text-soft">
                    {banner.title}
                  </span>
                  <LazyImage
                    image={banner.image}
                    alt={banner.title}
                    priority={index === 0}
                    className="absolute inset-0 size-full object-cover"
                  />
                </span>
              </SafeLink>
            </li>
          ))}
        </ul>
        {banners.length > 1 && (
          <p
            aria-hidden
            className="absolute right-2 bottom-2 rounded-full bg-black/55 px-2 py-0.5 text-xs text-white sm:hidden"
          >
            {shown + 1}/{banners.length}
          </p>
        )}
      </div>
    </section>
  );
}
