import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { useSettings } from '../../../settings.ts';
import { setReaderSettings } from '../settings/reader-settings.ts';
import type { TapZones } from '../settings/tap-zones.ts';
import type { TapHint as LoadedTapHint } from './tap-hint.tsx';

// Shown once. If its code can't be loaded, nothing is shown.
const TapHint = lazy(() =>
  import('./tap-hint.tsx')
    .then((loaded) => loaded.TapHint)
    .catch(() => () => null)
    .then((Component: ComponentType<ComponentProps<typeof LoadedTapHint>>) => ({ default: Component })),
);

/** The hint for a reader's first chapter, after the consent sheet has been answered. */
export function FirstHint({ zones }: { zones: TapZones }) {
  const consent = useSettings((chosen) => chosen.consent);
  if (consent === null) return null;
  return (
    <Suspense>
      <TapHint zones={zones} onLeave={() => setReaderSettings({ hinted: true }, null)} />
    </Suspense>
  );
}
