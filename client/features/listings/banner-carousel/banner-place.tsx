import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { watchView } from '../../../../ui/watch-view.ts';
import { BannerCarousel, LEAD_SHAPE } from './banner-carousel.tsx';
import type { ScreenBanners } from './use-screen-banners.ts';

/** The banners of a screen. Space is reserved for late banners, so that the content below never moves. */
export function BannerPlace({ banners, placeholder, removePlaceholder }: Omit<ScreenBanners, 'waiting'>) {
  if (banners.length > 0) return <BannerCarousel banners={banners} />;
  return placeholder && <BannerPlaceholder vacant={placeholder === 'vacant'} onPassed={removePlaceholder} />;
}

/** As high as the carousel. A vacant one is removed only when it is out of view, because the page would move otherwise. */
function BannerPlaceholder({ vacant, onPassed }: { vacant: boolean; onPassed(): void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!vacant || !element) return;
    return watchView(element, ({ boundingClientRect }) => {
      if (boundingClientRect.bottom > 0) return;
      const { offsetHeight } = element;
      flushSync(onPassed);
      // Safari has no scroll anchoring, so the page keeps its own position when something above it is removed.
      if (!CSS.supports('overflow-anchor', 'auto')) window.scrollBy({ top: -offsetHeight, behavior: 'instant' });
    });
  }, [vacant, onPassed]);
  return (
    <div ref={box} aria-hidden className="page-width pt-4">
      <div className={`rounded-2xl bg-sunken ${LEAD_SHAPE}`} />
    </div>
  );
}
