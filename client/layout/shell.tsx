import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterDialogs, settleDialogs } from '../../ui/dialog-entry.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { OfflineHelp } from '../../ui/states.tsx';
import { setGoTo } from '../features/navigation/screen-link/screen-navigation.ts';
import { TopBar } from '../features/navigation/top-bar/top-bar.tsx';
import { clearToasts } from '../notices.ts';
import { screenAt } from '../routes.tsx';
import { setNavigate } from '../runtime/browser.ts';
import { AgeUnasked } from './age-unasked.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { DownloadsLink } from './downloads-link.tsx';
import { ScreenFault } from './screen-fault.tsx';
import { Screens } from './screens.tsx';

// No first paint needs them.
const Overlays = onDemand(() => import('./overlays.tsx').then((m) => m.Overlays), AgeUnasked);

const DOWNLOADED = <DownloadsLink />;

/** Everything around the screens: bars, dialogs, notices. */
export function Shell() {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  const { path, meta } = screenAt(pathname);
  const { tabbed, main } = meta;
  useEffect(() => {
    setNavigate((path) => afterDialogs(() => void navigate(path)));
    setGoTo((to, options) => afterDialogs(() => void (typeof to === 'number' ? navigate(to) : navigate(to, options))));
  }, [navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation.
  useEffect(() => settleDialogs(), [location]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen clears them.
  useEffect(() => clearToasts(), [path]);
  return (
    <OfflineHelp value={DOWNLOADED}>
      {(tabbed || main) && <TopBar wideOnly={!tabbed} />}
      <ScreenFault place={pathname}>
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Screens />
        </Suspense>
      </ScreenFault>
      {main && <BottomBar />}
      <Overlays />
    </OfflineHelp>
  );
}
