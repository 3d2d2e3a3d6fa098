import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router';
import type { Config, UserInfo } from '#contract/shapes';
import { paths } from './paths.ts';

export type ScreenMeta = {
  /** The banner slot of the screen; null if it has none. */
  index: number | null;
  /** Whether it stays mounted, hidden, while another screen is shown. */
  keepAlive: boolean;
  /** Shown under the bar with the tabs of the listings. */
  tabbed: boolean;
  /** Shown above the bottom bar. */
  main: boolean;
  /** The screen controls the scroll position itself. */
  ownScroll: boolean;
  /** Whether the operator has switched the feature off that it belongs to. Its address does not exist then. */
  isOff?(known: { config: Config | null; userInfo: UserInfo | null }): boolean;
};

export type Screen = {
  path: string;
  meta: ScreenMeta;
  load(): Promise<unknown>;
  /**
   * The component to render. Once its code is loaded, that is the screen itself: a lazy component would delay the first
   * render by React's throttle of 300 ms.
   */
  component(): ComponentType;
};

const PLAIN: ScreenMeta = { index: null, keepAlive: false, tabbed: false, main: false, ownScroll: false };
const LISTING: ScreenMeta = { index: null, keepAlive: true, tabbed: true, main: true, ownScroll: false };

/** Every screen; its code is loaded when it is first needed. */
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
  screen(paths.ranking, { ...LISTING, index: 5 }, () =>
    import('./screens/ranking/ranking-screen.tsx').then((m) => m.RankingScreen),
  ),
  screen(paths.freesale, { ...LISTING, index: 6 }, () =>
    import('./screens/freesale/freesale-screen.tsx').then((m) => m.FreesaleScreen),
  ),
  screen(paths.free, { ...LISTING, index: 14, tabbed: false }, () =>
    import('./screens/free/free-screen.tsx').then((m) => m.FreeScreen),
  ),
  screen(paths.search, { ...PLAIN, index: 7 }, () =>
    import('./screens/search/search-screen.tsx').then((m) => m.SearchScreen),
  ),
  screen(paths.comic, PLAIN, () => import('./screens/comic/comic-screen.tsx').then((m) => m.ComicScreen)),
  screen(paths.chapter, { ...PLAIN, ownScroll: true }, () =>
    import('./screens/chapter/chapter-screen.tsx').then((m) => m.ChapterScreen),
  ),
  screen(paths.author, PLAIN, () => import('./screens/author/author-screen.tsx').then((m) => m.AuthorScreen)),
  screen(paths.themes, PLAIN, () => import('./screens/theme/themes-screen.tsx').then((m) => m.ThemesScreen)),
  screen(paths.theme, PLAIN, () => import('./screens/theme/theme-screen.tsx').then((m) => m.ThemeScreen)),
  screen(paths.event, PLAIN, () => import('./screens/event/event-screen.tsx').then((m) => m.EventScreen)),
  screen(paths.service, PLAIN, () => import('./screens/text/text-screen.tsx').then((m) => m.TermsScreen)),
  screen(paths.privacy, PLAIN, () => import('./screens/text/text-screen.tsx').then((m) => m.PrivacyScreen)),
  screen(paths.library, { ...PLAIN, index: 9, main: true }, () =>
    import('./screens/library/library-screen.tsx').then((m) => m.LibraryScreen),
  ),
  screen(paths.giftbox, { ...PLAIN, index: 10, main: true }, () =>
    import('./screens/giftbox/giftbox-screen.tsx').then((m) => m.GiftboxScreen),
  ),
  screen(paths.attendance, { ...PLAIN, index: 11 }, () =>
    import('./screens/attendance/attendance-screen.tsx').then((m) => m.AttendanceScreen),
  ),
  screen(paths.faq, { ...PLAIN, index: 12 }, () => import('./screens/faq/faq-screen.tsx').then((m) => m.FaqScreen)),
  screen(paths.payment, { ...PLAIN, index: 8 }, () =>
    import('./screens/payment/payment-screen.tsx').then((m) => m.PaymentScreen),
  ),
  screen(paths.paymentRecords, PLAIN, () =>
    import('./screens/payment/records/records-screen.tsx').then((m) => m.RecordsScreen),
  ),
  screen(paths.redeem, { ...PLAIN, isOff: ({ config }) => config !== null && config.redeem === undefined }, () =>
    import('./screens/redeem/redeem-screen.tsx').then((m) => m.RedeemScreen),
  ),
  screen(paths.my, { ...PLAIN, index: 13, main: true }, () =>
    import('./screens/my/my-screen.tsx').then((m) => m.MyScreen),
  ),
  screen(paths.grades, PLAIN, () => import('./screens/grades/grades-screen.tsx').then((m) => m.GradesScreen)),
  screen(
    paths.notices,
    { ...PLAIN, isOff: ({ userInfo }) => userInfo?.unread.notices === undefined && userInfo !== null },
    () => import('./screens/notices/notices-screen.tsx').then((m) => m.NoticesScreen),
  ),
  screen(paths.downloads, PLAIN, () =>
    import('./screens/downloads/downloads-screen.tsx').then((m) => m.DownloadsScreen),
  ),
  screen(paths.resetPassword, PLAIN, () =>
    import('./screens/reset-password/reset-password-screen.tsx').then((m) => m.ResetPasswordScreen),
  ),
  screen(paths.launch, PLAIN, () => import('./screens/launch/launch-screen.tsx').then((m) => m.LaunchScreen)),
];

export const notFound = screen('*', PLAIN, () =>
  import('./screens/not-found/not-found-screen.tsx').then((m) => m.NotFoundScreen),
);

/** The screen of an address. */
export function screenAt(pathname: string): Screen {
  const first = firstSegment(pathname);
  // Each pattern that is tried is compiled, which takes time at the start.
  return screens.find(({ path }) => firstSegment(path) === first && matchPath(path, pathname)) ?? notFound;
}

const firstSegment = (path: string) => path.split('/')[1]?.toLowerCase();

function screen(path: string, meta: ScreenMeta, fetchCode: () => Promise<ComponentType>): Screen {
  let loaded: ComponentType | null = null;
  const load = async () => {
    // The listings have all their styles from the start.
    const [code] = await Promise.all([fetchCode(), meta.keepAlive || import('../ui/all-utilities.ts')]);
    loaded = code;
    return { default: loaded };
  };
  const Late = lazy(load);
  return { path, meta, load, component: () => loaded ?? Late };
}
