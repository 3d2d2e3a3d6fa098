import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { centreIn } from '../../../../ui/centre.ts';
import { IslandIcon } from '../../../../ui/icons.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { paths } from '../../../paths.ts';
import { BOTTOM_TABS, TabLinks } from '../bottom-tabs.tsx';
import { ScreenLink } from '../screen-link/screen-link.tsx';
import { useMarked } from '../screen-link/use-marked.ts';
import { useSiteName } from '../use-site-name.ts';
import { SearchLink } from './search-link.tsx';

/** The free listing has a bar of its own instead of a tab; sales and home link to it. */
const TABS = [
  { to: paths.home, label: '首页' },
  { to: paths.weekly, label: '每周' },
  { to: paths.new, label: '新作' },
  { to: paths.complete, label: '完结' },
  { to: paths.ranking, label: '排行' },
  { to: paths.freesale, label: '优惠' },
];

const TAB_PATHS = TABS.map(({ to }) => to);

/** As wide as a finger needs and no wider: all six are in view on a phone 360 px wide. */
const TAB =
  'relative flex h-full items-center shrink-0 px-[5px] text-[1.0625rem] text-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink after:absolute after:inset-x-2.5 after:bottom-0.5 after:h-[3px] after:rounded-full aria-[current=page]:after:bg-accent';

const ListingGestures = onDemand(() =>
  import('../../listings/listing-gestures/listing-gestures.tsx').then((m) => m.ListingGestures),
);

/** The bar over the listings: the name of the site, a tab for each listing, search, and on a wide screen the main screens. */
export function TopBar({ wideOnly }: { wideOnly: boolean }) {
  const { pathname, search } = useLocation();
  const [marked, mark] = useMarked(pathname);
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark scrolls the row.
  useLayoutEffect(() => {
    centreIn(tabs.current, '[aria-current=page]');
  }, [marked]);
  return (
    <>
      <header
        className={`border-b border-line pt-[env(safe-area-inset-top)] frosted ${wideOnly ? 'hidden lg:block' : 'sticky top-0 z-20'}`}
      >
        <div className="words page-width flex h-(--bar) items-center gap-1.5">
          <span className="site-mark flex shrink-0 items-center gap-1.5 font-semibold text-accent">
            <IslandIcon />
            <span className="sr-only sm:not-sr-only sm:max-w-32 sm:truncate">{useSiteName()}</span>
          </span>
          <nav
            ref={tabs}
            aria-label="频道"
            className="no-scrollbar fade-end -mr-1.5 flex h-full min-w-0 flex-1 overflow-x-auto"
          >
            {TABS.map(({ to, label }) => (
              <ScreenLink
                key={to}
                to={to === pathname ? to + search : to}
                again
                onClick={() => mark(to)}
                aria-current={to === marked ? 'page' : undefined}
                className={TAB}
              >
                {label}
              </ScreenLink>
            ))}
          </nav>
          {pathname !== paths.search && <SearchLink />}
          <nav aria-label="主要页面" className="hidden lg:flex">
            <TabLinks tabs={BOTTOM_TABS.slice(1)} className="flex h-11 items-center gap-1.5 pl-5 text-sm" />
          </nav>
        </div>
      </header>
      {!wideOnly && <ListingGestures tabs={TAB_PATHS} current={pathname} />}
    </>
  );
}
