import { type ReactNode, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { ROLE_NAMES } from '#contract/console/roles';
import { logout } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type ConsolePage, mayOpen, PAGES } from '../pages.tsx';
import { OpenPages } from '../parts/page-link.tsx';
import { leave, type Me, useChange } from '../runtime/queries.ts';
import { useSafeDoubleClicks } from './double-clicks.ts';
import { useKeptFocus } from './kept-focus.ts';
import { KeysHelp, useKeys } from './keys.tsx';
import { MoreIcon } from './page-icons.tsx';

/** How many pages the bar of a phone shows if there are more than `MOST_ON_PHONE`; the others are in a sheet. */
const BEFORE_MORE = 4;
const MOST_ON_PHONE = 5;

const LINK =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent lg:min-h-11 lg:flex-none lg:flex-row lg:justify-start lg:gap-3 lg:rounded-lg lg:px-3 lg:text-base lg:aria-[current=page]:bg-tint lg:aria-[current=page]:text-on-tint';
const ICON = 'size-5.5 shrink-0 lg:size-5';

/** The navigation around every page: at the side, or at the bottom of a phone. */
export function Shell({ person, children }: { person: Me; children: ReactNode }) {
  const change = useChange(logout, leave);
  const keys = useKeys();
  useKeptFocus();
  useSafeDoubleClicks();
  const pages = PAGES.filter((page) => mayOpen(person.role, page));
  const inSheet = pages.length > MOST_ON_PHONE ? pages.slice(BEFORE_MORE) : [];
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <header className="flex items-center justify-between gap-3 border-line bg-raised px-4 py-2 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:border-r lg:px-3 lg:py-5">
        <p className="min-w-0 truncate font-semibold lg:px-3">{person.site} 后台</p>
        <nav
          aria-label="后台"
          className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:static lg:mt-4 lg:min-h-0 lg:flex-1 lg:flex-col lg:gap-1 lg:overflow-y-auto lg:border-0 lg:pb-0"
        >
          {pages.map((page) => (
            <NavLink
              key={page.path}
              to={page.path}
              end={page.path === '/'}
              className={`${LINK} ${inSheet.includes(page) ? 'max-lg:hidden' : ''}`}
            >
              <page.Icon className={ICON} />
              {page.title}
            </NavLink>
          ))}
          {inSheet.length > 0 && <More pages={inSheet} />}
        </nav>
        <div className="flex min-w-0 items-center gap-2 lg:flex-col lg:items-stretch lg:px-3">
          <p className="min-w-0 truncate text-sm text-soft">
            {person.name} · {ROLE_NAMES[person.role]}
          </p>
          <Button
            look="tinted"
            className="shrink-0 px-4 text-sm"
            disabled={change.isPending}
            onClick={() => change.mutate({})}
          >
            退出
          </Button>
        </div>
      </header>
      <main className="mx-auto w-full max-w-6xl min-w-0 px-4 pt-5 pb-24 lg:px-8 lg:pt-8">
        <OpenPages value={pages.map(({ path }) => path)}>{children}</OpenPages>
      </main>
      {keys.helpIsOpen && <KeysHelp onClose={keys.closeHelp} />}
    </div>
  );
}

/** The pages for which the bar of a phone has no room. */
function More({ pages }: { pages: readonly ConsolePage[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const isHere = pages.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <>
      <button
        type="button"
        className={`${LINK} lg:hidden`}
        aria-current={isHere ? 'page' : undefined}
        onClick={() => setIsOpen(true)}
      >
        <MoreIcon className={ICON} />
        更多
      </button>
      {isOpen && (
        <Dialog title="更多" onClose={() => setIsOpen(false)}>
          <ul className="grid grid-cols-2 gap-3">
            {pages.map(({ path, title, Icon }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  replace
                  className="flex min-h-14 items-center justify-center gap-2 rounded-xl bg-sunken aria-[current=page]:bg-tint aria-[current=page]:text-on-tint"
                  onClick={() => setIsOpen(false)}
                >
                  <Icon className="size-5" />
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
