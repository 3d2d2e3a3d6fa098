import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { centreIn } from '../../ui/centre.ts';
import { IslandIcon } from '../../ui/icons.tsx';
import { preloadScreen } from '../screen-link/preload.ts';
import { useTabSwipe } from './use-tab-swipe.ts';

// A listing joins the tabs when its screen exists.
const TABS = [
  { to: paths.home, label: '首页' },
  { to: paths.weekly, label: '每周' },
  { to: paths.new, label: '新作' },
  { to: paths.complete, label: '完结' },
  { to: paths.free, label: '免费' },
];

const TAB_PATHS = TABS.map(({ to }) => to);

const TAB =
  'relative flex h-full items-center shrink-0 px-2.5 text-[17px] text-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink after:absolute after:inset-x-3.5 after:bottom-0.5 after:h-[3px] after:rounded-full aria-[current=page]:after:bg-accent';

/** The bar over the listings: the name of the site and a tab for each listing. */
export function TopBar() {
  const { pathname } = useLocation();
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what moves the mark.
  useLayoutEffect(() => centreIn(tabs.current, '[aria-current=page]'), [pathname]);
  useTabSwipe(TAB_PATHS, pathname);
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-page/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="page-width flex h-(--bar) items-center gap-1.5">
        <span className="flex shrink-0 items-center gap-1.5 font-semibold text-accent">
          <IslandIcon />
          漫屿
        </span>
        <nav ref={tabs} aria-label="频道" className="no-scrollbar flex h-full overflow-x-auto">
          {TABS.map(({ to, label }) => (
            <NavLink key={to} to={to} className={TAB} onPointerDown={() => preloadScreen(to)}>
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      <OfflineNote />
    </header>
  );
}

function OfflineNote() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    update();
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  if (online) return null;
  return (
    <p role="status" className="absolute inset-x-0 top-full bg-ink py-1 text-center text-xs text-page">
      网络已断开
    </p>
  );
}
