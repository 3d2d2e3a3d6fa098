import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { paths } from '../../paths.ts';
import { ScreenLink } from './screen-link/screen-link.tsx';

/** Shown where the content of an address does not exist, with the same link home on every screen. */
export function MissingState({ title, hint }: { title: string; hint?: string }) {
  return (
    <EmptyState title={title} hint={hint}>
      <ScreenLink to={paths.home} replace className={buttonClass()}>
        回首页
      </ScreenLink>
    </EmptyState>
  );
}
