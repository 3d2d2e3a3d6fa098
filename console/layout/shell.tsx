import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { PERMISSIONS, ROLE_NAMES } from '#contract/console/roles';
import { logout } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { leave, type Me, useChange } from '../runtime/queries.ts';
import { SECTIONS } from './sections.ts';

/** The navigation around every page: at the side, or at the bottom of a phone. */
export function Shell({ person, children }: { person: Me; children: ReactNode }) {
  const change = useChange(logout, leave);
  const sections = SECTIONS.filter(({ permission }) => PERMISSIONS[person.role].includes(permission));
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <header className="flex items-center justify-between gap-3 border-line bg-raised px-4 py-2 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:border-r lg:px-3 lg:py-5">
        <p className="min-w-0 truncate font-semibold lg:px-3">{person.site} 后台</p>
        <nav
          aria-label="后台"
          className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:static lg:mt-4 lg:flex-1 lg:flex-col lg:gap-1 lg:border-0 lg:pb-0"
        >
          {sections.map(({ path, title }) => (
            <NavLink
              key={path}
              to={path}
              end
              className="flex min-h-14 flex-1 items-center justify-center text-sm text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent lg:min-h-11 lg:flex-none lg:justify-start lg:rounded-lg lg:px-3 lg:text-base lg:aria-[current=page]:bg-tint lg:aria-[current=page]:text-on-tint"
            >
              {title}
            </NavLink>
          ))}
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
      <main className="mx-auto w-full max-w-5xl min-w-0 px-4 pt-5 pb-24 lg:px-8 lg:pt-8">{children}</main>
    </div>
  );
}
