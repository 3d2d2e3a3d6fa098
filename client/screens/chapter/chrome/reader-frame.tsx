import { type ReactNode, useLayoutEffect } from 'react';
import { DialogTheme } from '../../../../ui/dialog.tsx';
import { endFirstNight } from '../../../settings.ts';
import { useNightSetting } from '../settings/reader-settings.ts';

/** The reader fills the window and scrolls inside; the page around it does not scroll. */
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
  return (
    <main data-theme={theme} className="fixed inset-0 z-20 overflow-clip bg-page text-ink">
      <DialogTheme value={theme}>{children}</DialogTheme>
    </main>
  );
}
