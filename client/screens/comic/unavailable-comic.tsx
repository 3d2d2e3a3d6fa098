import { comicNotFound, teenModeForbids } from '#contract/codes';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { paths } from '../../paths.ts';
import { CallError } from '../../runtime/request.ts';

export function MissingComic() {
  return (
    <TitledScreen title="漫画不存在">
      <MissingState title="漫画不存在或已下架" />
    </TitledScreen>
  );
}

/** Why a comic could not be shown. */
export function UnavailableComic({ error, onRetry }: { error: Error; onRetry(): void }) {
  const code = error instanceof CallError ? error.code : null;
  if (code === comicNotFound) return <MissingComic />;
  if (code !== teenModeForbids) {
    return (
      <TitledScreen title="漫画">
        <ErrorState message={error.message} onRetry={onRetry} />
      </TitledScreen>
    );
  }
  return (
    <TitledScreen title="未成年人模式">
      <EmptyState title={error.message} hint="可以在「我的」里关闭未成年人模式。">
        <ScreenLink to={paths.my} className={buttonClass('tinted')}>
          我的
        </ScreenLink>
      </EmptyState>
    </TitledScreen>
  );
}
