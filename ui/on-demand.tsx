import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { create } from 'zustand';
import { RETRY_MS } from './late-code.ts';
import { useHydrated } from './use-hydrated.ts';

/**
 * A component whose code is loaded when it is first rendered in the browser, never by the server. Until then `fallback` is shown;
 * while the code can't be loaded, `without`. It is loaded again later, if the component is still rendered, or when it is rendered next.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  without: ComponentType<Props> = () => null,
) {
  const startLoading = () =>
    lazy(() =>
      load()
        .catch(retryLater)
        .then((Component) => ({ default: Component })),
    );
  const useLate = create(() => ({ Late: startLoading() }));
  function retryLater() {
    setTimeout(() => useLate.setState({ Late: startLoading() }), RETRY_MS);
    return without;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, at module level.
  return function OnDemand({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const Late = useLate((part) => part.Late) as unknown as ComponentType<Props>;
    if (!useHydrated()) return fallback;
    return (
      <Suspense fallback={fallback}>
        <Late {...(props as unknown as Props)} />
      </Suspense>
    );
  };
}
