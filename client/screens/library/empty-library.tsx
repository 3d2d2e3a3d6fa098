import { buttonClass } from '../../../ui/button.tsx';
import { EmptyWithRecommended } from '../../features/listings/recommended.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../paths.ts';

/** An empty list, with six comics to start with. */
export function EmptyLibrary(words: { title: string; hint: string }) {
  return (
    <EmptyWithRecommended {...words}>
      <ScreenLink to={paths.home} className={buttonClass()}>
        去看看
      </ScreenLink>
    </EmptyWithRecommended>
  );
}
