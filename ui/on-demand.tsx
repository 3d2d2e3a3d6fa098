import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * A component whose code is loaded when it is first rendered in the browser, never by the server. Until then `fallback` is shown;
 * where the code can't be loaded, `without`.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  without: ComponentType<Props> = () => null,
) {
  const Late = lazy(() =>
    load()
      .catch(() => without)
      .then((Component) => ({ default: Component })),
  ) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, at module level.
  return function OnDemand({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    if (!useHydrated()) return fallback;
    return (
      <Suspense fallback={fallback}>
        <Late {...(props as unknown as Props)} />
      </Suspense>
    );
  };
}
