import { comicNotFound, teenModeForbids } from '#contract/codes';
import { ErrorState } from '../../../ui/states.tsx';
import { ClosedToTeens } from '../../features/account/closed-to-teens.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
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
      <ClosedToTeens title={error.message} />
    </TitledScreen>
  );
}
