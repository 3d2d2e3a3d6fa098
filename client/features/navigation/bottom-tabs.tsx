import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { GiftIcon, IslandIcon, PersonIcon, ShelfIcon } from '../../../ui/icons.tsx';
import { paths } from '../../paths.ts';
import { useClientState } from '../../state.ts';
import { ScreenLink } from './screen-link/screen-link.tsx';
import { useMarked } from './screen-link/use-marked.ts';
import { stepsBackTo } from './way-back/trail.ts';
import { trailBefore } from './way-back/visits.ts';

type Unread = 'updates' | 'gift' | 'feedback' | 'notices';
type Tab = { to: string; label: string; Icon: ComponentType; unread?: readonly Unread[] };

/** The main screens. */
export const BOTTOM_TABS: readonly Tab[] = [
  { to: paths.home, label: '首页', Icon: IslandIcon },
  { to: paths.library, label: '书架', Icon: ShelfIcon, unread: ['updates'] },
  { to: paths.giftbox, label: '礼包', Icon: GiftIcon, unread: ['gift'] },
  { to: paths.my, label: '我的', Icon: PersonIcon, unread: ['feedback', 'notices'] },
];

const TAB_PATHS = BOTTOM_TABS.map(({ to }) => to);

type TabLinksProps = {
  tabs: readonly Tab[];
  className: string;
  /** The page is a listing: the first tab is the current one. */
  isListing?: boolean;
};

/**
 * Links to main screens, each with a mark if it has something new for the reader. From another main screen, home is a step back, so
 * that it is where the reader left it.
 */
export function TabLinks({ tabs, className, isListing = false }: TabLinksProps) {
  const { pathname, search } = useLocation();
  const [marked, mark] = useMarked(isListing ? paths.home : pathname);
  const isMain = TAB_PATHS.includes(pathname);
  const unread = useClientState((state) => state.userInfo?.unread);
  return tabs.map(({ to, label, Icon, unread: kinds = [] }) => (
    <ScreenLink
      key={to}
      to={to === pathname ? to + search : to}
      again
      stepsBack={() => (isMain && to === paths.home ? stepsBackTo(trailBefore(), to, TAB_PATHS.slice(1)) : 0)}
      onClick={() => mark(to)}
      aria-current={to === marked ? 'page' : undefined}
      className={`text-soft aria-[current=page]:text-accent ${className}`}
    >
      <span className="relative">
        <Icon />
        {unread && kinds.some((kind) => (unread[kind] ?? 0) > 0) && (
          <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent">
            <span className="sr-only">有更新</span>
          </span>
        )}
      </span>
      {label}
    </ScreenLink>
  ));
}
