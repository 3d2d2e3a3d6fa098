import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

/** The parts of a page that have addresses of their own. The first one is the page itself. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly { to: string; title: string }[] }) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const current = tabs.findLastIndex(({ to }) => pathname.startsWith(to));
  // On a phone it may be beyond the edge. Newer browsers return a promise, which React would take for a clean-up function.
  useEffect(() => {
    nav.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav ref={nav} aria-label={label} className="flex overflow-x-auto border-b border-line sm:gap-1">
      {tabs.map(({ to, title }, index) => (
        <NavLink
          key={to}
          to={to}
          end={index === 0}
          replace
          className="flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-3 text-soft sm:px-4 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-accent"
        >
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
