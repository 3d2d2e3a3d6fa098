import { ScreenLink } from '../../features/screen-link/screen-link.tsx';
import { useScreenTitle } from '../../features/screen-title/use-screen-title.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function NotFoundScreen() {
  useScreenTitle('页面不存在');
  return (
    <main>
      <h1 className="sr-only">页面不存在</h1>
      <EmptyState title="这里什么也没有" hint="地址可能写错了，或者页面已经搬走。">
        <ScreenLink to={paths.home} className={buttonClass()}>
          回到首页
        </ScreenLink>
      </EmptyState>
    </main>
  );
}
