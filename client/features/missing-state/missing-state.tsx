import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ScreenLink } from '../screen-link/screen-link.tsx';

/** What an address leads to is not there: the same way out on every screen, beside the one back in its bar. */
export function MissingState({ title, hint }: { title: string; hint?: string }) {
  return (
    <EmptyState title={title} hint={hint}>
      <ScreenLink to={paths.home} replace className={buttonClass()}>
        回首页
      </ScreenLink>
    </EmptyState>
  );
}
