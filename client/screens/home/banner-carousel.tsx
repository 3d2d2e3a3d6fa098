import type { ReactNode } from 'react';
import type { Banner } from '#contract/shapes';
import { LazyImage } from '../../features/lazy-image/lazy-image.tsx';
import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { isScreenPath } from '../../paths.ts';

/** The top banner: swiped sideways, each picture snapping into place. */
export function BannerCarousel({ banners }: { banners: Banner[] }) {
  return (
    <section aria-label="推荐" className="page-width pt-4">
      <ul className="no-scrollbar flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-2xl">
        {banners.map((banner, index) => (
          <li key={banner.id} className="w-full shrink-0 snap-center sm:w-2/3">
            <BannerLink banner={banner}>
              <LazyImage
                image={banner.image}
                alt={banner.title}
                priority={index === 0}
                className="aspect-2/1 w-full rounded-2xl object-cover"
              />
            </BannerLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BannerLink({ banner, children }: { banner: Banner; children: ReactNode }) {
  if (isScreenPath(banner.link)) return <ScreenLink to={banner.link}>{children}</ScreenLink>;
  if (!banner.link.startsWith('https://')) return <>{children}</>;
  return (
    <a href={banner.link} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
