import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ScreenLink } from '../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../paths.ts';
import { setSettings } from '../settings.ts';

/** Asks at the first visit before anything but the session is stored. Readers who refuse can still browse and read. */
export function ConsentSheet() {
  const sheet = useRef<HTMLElement>(null);
  const height = useHeight(sheet);
  return (
    <>
      {/* Every screen, such as the privacy policy, can be scrolled so far that the sheet does not cover its end. */}
      <div aria-hidden style={{ height }} />
      <section
        ref={sheet}
        aria-labelledby="consent-title"
        className="fixed inset-x-0 bottom-0 z-30 animate-[rise_200ms] rounded-t-2xl border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]"
      >
        <div className="page-width py-4">
          <h2 id="consent-title" className="font-semibold">
            隐私与记录
          </h2>
          <p className="mt-1 text-sm text-soft">
            同意后，本站会保存你的阅读位置、历史和收藏，换一台设备也能接着看；不同意也可以照常浏览和阅读。详见
            <ScreenLink to={paths.privacy} className="text-accent underline underline-offset-2">
              隐私政策
            </ScreenLink>
            。家长可以开启
            <ScreenLink to={`${paths.my}?open=teen`} className="text-accent underline underline-offset-2">
              未成年人模式
            </ScreenLink>
            。
          </p>
          <div className="mt-3 flex gap-3">
            <Button look="tinted" className="flex-1" onClick={() => setSettings({ consent: 'refused' })}>
              不同意
            </Button>
            <Button className="flex-1" onClick={() => setSettings({ consent: 'given' })}>
              同意
            </Button>
          </div>
        </div>
      </section>
    </>
  );
}

function useHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    const sized = new ResizeObserver(([entry]) => setHeight(entry?.borderBoxSize[0]?.blockSize ?? 0));
    sized.observe(box.current);
    return () => sized.disconnect();
  }, [box]);
  return height;
}
