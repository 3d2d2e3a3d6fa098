import { ErrorState } from '../../ui/states.tsx';

/** Shown instead of a page whose code could not be loaded. */
export function NotLoaded() {
  return <ErrorState message="页面没有加载出来" onRetry={() => location.reload()} />;
}
