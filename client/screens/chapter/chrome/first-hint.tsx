import { onDemand } from '../../../../ui/on-demand.tsx';
import { useSettings } from '../../../settings.ts';
import { setReaderSettings } from '../settings/reader-settings.ts';
import type { TapZones } from '../settings/tap-zones.ts';

// Shown once.
const TapHint = onDemand(() => import('./tap-hint.tsx').then((m) => m.TapHint));

/** The hint for a reader's first chapter, after the consent sheet has been answered. A strip has no tap zones to show. */
export function FirstHint({ zones }: { zones: TapZones }) {
  const consent = useSettings((chosen) => chosen.consent);
  if (consent === null) return null;
  const seen = zones.shape === 'off' ? { menuHinted: true } : { hinted: true };
  return <TapHint zones={zones} onLeave={() => setReaderSettings(seen, null)} />;
}
