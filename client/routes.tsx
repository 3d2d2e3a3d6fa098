import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router';
import { paths } from './paths.ts';

export type ScreenMeta = {
  /** The banner slot of the screen; null where it has none. */
  index: number | null;
  /** Whether it stays as it was while another screen is shown. */
  keepAlive: boolean;
  /** Listings stand under the bar with the tabs. */
  listing: boolean;
  /** The screen decides alone where the page is scrolled to. */
  ownScroll: boolean;
};

export type Screen = { path: string; meta: ScreenMeta; load(): Promise<unknown>; Component: ComponentType };

const PLAIN: ScreenMeta = { index: null, keepAlive: false, listing: false, ownScroll: false };
const LISTING: ScreenMeta = { index: null, keepAlive: true, listing: true, ownScroll: false };

/** Every screen, loaded when it is first needed. */
export const screens: readonly Screen[] = [
  screen(paths.home, { ...LISTING, index: 1 }, () =>
    import('./screens/home/home-screen.tsx').then((m) => m.HomeScreen),
  ),
  screen(paths.weekly, { ...LISTING, index: 2 }, () =>
    import('./screens/weekly/weekly-screen.tsx').then((m) => m.WeeklyScreen),
  ),
  screen(paths.new, { ...LISTING, index: 3 }, () => import('./screens/new/new-screen.tsx').then((m) => m.NewScreen)),
  screen(paths.complete, { ...LISTING, index: 4 }, () =>
    import('./screens/complete/complete-screen.tsx').then((m) => m.CompleteScreen),
  ),
  screen(paths.free, { ...LISTING, index: 14 }, () =>
    import('./screens/free/free-screen.tsx').then((m) => m.FreeScreen),
  ),
  screen(paths.comic, PLAIN, () => import('./screens/comic/comic-screen.tsx').then((m) => m.ComicScreen)),
  screen(paths.chapter, { ...PLAIN, ownScroll: true }, () =>
    import('./screens/chapter/chapter-screen.tsx').then((m) => m.ChapterScreen),
  ),
];

export const notFound = screen('*', PLAIN, () =>
  import('./screens/not-found/not-found-screen.tsx').then((m) => m.NotFoundScreen),
);

/** The screen of an address. */
export function screenAt(pathname: string): Screen {
  return screens.find(({ path }) => matchPath(path, pathname)) ?? notFound;
}

function screen(path: string, meta: ScreenMeta, load: () => Promise<ComponentType>): Screen {
  return { path, meta, load, Component: lazy(() => load().then((Component) => ({ default: Component }))) };
}
