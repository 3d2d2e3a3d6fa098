import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { ScreenLink } from '../features/screen-link/screen-link.tsx';
import { paths } from '../paths.ts';
import { screenAt } from '../routes.tsx';
import { useClientState } from '../state.ts';
import { GiftIcon, IslandIcon, PersonIcon, ShelfIcon } from '../ui/icons.tsx';

type Entry = { to: string; label: string; Icon: ComponentType; unread?: 'updates' | 'gift' | 'feedback' };

const ENTRIES: readonly Entry[] = [
  { to: paths.home, label: '首页', Icon: IslandIcon },
  { to: paths.library, label: '书架', Icon: ShelfIcon, unread: 'updates' },
  { to: paths.giftbox, label: '礼包', Icon: GiftIcon, unread: 'gift' },
  { to: paths.my, label: '我的', Icon: PersonIcon, unread: 'feedback' },
];

/** The main screens, within reach of a thumb. Space below the last row keeps it clear of the bar. */
export function BottomBar() {
  const { pathname, search } = useLocation();
  const unread = useClientState((state) => state.userInfo?.unread);
  // All listings, the only kept screens, belong to the first entry.
  const { keepAlive: isListing } = screenAt(pathname).meta;
  return (
    <>
      <div className="h-14" aria-hidden />
      <nav
        aria-label="主要页面"
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line pb-[env(safe-area-inset-bottom)] frosted"
      >
        <div className="page-width flex">
          {ENTRIES.map(({ to, label, Icon, unread: kind }) => (
            <ScreenLink
              key={to}
              to={to === pathname ? to + search : to}
              again
              aria-current={(to === paths.home ? isListing : pathname === to) ? 'page' : undefined}
              className="flex h-14 flex-1 flex-col items-center justify-center text-xs text-soft aria-[current=page]:text-accent"
            >
              <span className="relative">
                <Icon />
                {kind && unread && unread[kind] > 0 && (
                  <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent">
                    <span className="sr-only">有更新</span>
                  </span>
                )}
              </span>
              {label}
            </ScreenLink>
          ))}
        </div>
      </nav>
    </>
  );
}
