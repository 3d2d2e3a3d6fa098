import { type ReactNode, useLayoutEffect } from 'react';
import { setOverlayScreen } from '../../../../ui/overlay-host.ts';
import { endFirstNight } from '../../../settings.ts';
import { useNightSetting } from '../settings/reader-settings.ts';

/** The reader fills the window and scrolls inside; the page around it does not scroll. Its sheets and notices follow it. */
export function ReaderFrame({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    endFirstNight(document.documentElement);
    const { style } = document.documentElement;
    const before = style.overflowY;
    style.overflowY = 'hidden';
    return () => {
      style.overflowY = before;
    };
  }, []);
  const night = useNightSetting();
  const theme = ({ auto: undefined, on: 'dark', off: 'light' } as const)[night];
  useLayoutEffect(() => setOverlayScreen(theme), [theme]);
  return (
    <main data-theme={theme} className="fixed inset-0 z-20 overflow-clip bg-page text-ink">
      {children}
    </main>
  );
}
