import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { paths } from '../../paths.ts';
import { ScreenLink } from '../navigation/screen-link/screen-link.tsx';

type ClosedToTeensProps = { title: string; link?: { to: string; text: string } };

/** Content that is not available in 未成年人模式. The link leads to 我的, where the mode can be switched off, or elsewhere. */
export function ClosedToTeens({ title, link = { to: paths.my, text: '我的' } }: ClosedToTeensProps) {
  return (
    <EmptyState drawing="locked" title={title} hint="可以在「我的」里关闭未成年人模式。">
      <ScreenLink to={link.to} replace={link.to !== paths.my} className={buttonClass('tinted')}>
        {link.text}
      </ScreenLink>
    </EmptyState>
  );
}
