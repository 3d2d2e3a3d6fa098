import type { ReactNode } from 'react';
import { BannerPlace } from './banner-carousel/banner-place.tsx';
import { useScreenBanners } from './banner-carousel/use-screen-banners.ts';

type UnderBannersProps = {
  /** The banner slot: the index of the screen. */
  slot: number;
  /** Shown while it is not known whether there are banners. */
  waiting: ReactNode;
  children: ReactNode;
};

/** The content under a screen's banners. Without banners it is at the top. */
export function WithBanners({ slot, waiting, children }: UnderBannersProps) {
  const { waiting: isWaiting, ...place } = useScreenBanners(slot);
  if (isWaiting) return waiting;
  return (
    <>
      <BannerPlace {...place} />
      {children}
    </>
  );
}
