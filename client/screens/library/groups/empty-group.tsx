import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/states.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../../paths.ts';

/** A group without comics explains how to add some. */
export function EmptyGroup() {
  return (
    <EmptyState compact title="这个分组还没有漫画" hint="在「全部」里点「编辑」，选好漫画，再点「分组」，就能放进来。">
      <ScreenLink to={paths.library} className={buttonClass('tinted')}>
        去全部里选
      </ScreenLink>
    </EmptyState>
  );
}
