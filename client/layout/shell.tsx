import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { setGoTo } from '../features/screen-link/screen-navigation.ts';
import { TopBar } from '../features/top-bar/top-bar.tsx';
import { useNotices } from '../notices.ts';
import { screenAt } from '../routes.tsx';
import { resolveAgeConfirmation, setNavigate } from '../runtime/browser.ts';
import { useSettings } from '../settings.ts';
import { useClientState } from '../state.ts';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { NoticeStack, SlowBar } from '../ui/notices.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ScreenFault } from './screen-fault.tsx';
import { Screens } from './screens.tsx';

/** Everything around the screens: bars, dialogs, notices. */
export function Shell() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { tabbed, main } = screenAt(pathname).meta;
  useEffect(() => {
    setNavigate((path) => void navigate(path));
    setGoTo((path, options) => void navigate(path, options));
  }, [navigate]);
  return (
    <>
      {(tabbed || main) && <TopBar wideOnly={!tabbed} />}
      <ScreenFault place={pathname}>
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Screens />
        </Suspense>
      </ScreenFault>
      {main && <BottomBar />}
      <Overlays />
    </>
  );
}

// Loaded on demand; where their code can't be loaded, the app works without.
const LoginDialog = onDemand(() =>
  withWholeSheet(import('../features/login-dialog/login-dialog.tsx').then((m) => m.LoginDialog)),
);
const AgeDialog = onDemand(
  () => withWholeSheet(import('../features/age-dialog/age-dialog.tsx').then((m) => m.AgeDialog)),
  AgeUnasked,
);
const ConsentSheet = onDemand(() => import('./consent-sheet.tsx').then((m) => m.ConsentSheet));

/** Styles that no listing needs come with what does. */
async function withWholeSheet<Loaded>(code: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([code, import('../ui/whole-sheet.ts')]);
  return loaded;
}

function onDemand(load: () => Promise<ComponentType>, without: ComponentType = () => null) {
  return lazy(() =>
    load()
      .catch(() => without)
      .then((Component: ComponentType) => ({ default: Component })),
  );
}

/** Where the age dialog can't be loaded, the calls that wait for it are refused, so that none waits for ever. */
function AgeUnasked() {
  useEffect(() => resolveAgeConfirmation(false), []);
  return null;
}

function Overlays() {
  const loading = useClientState((state) => state.loading);
  const loginVisible = useClientState((state) => state.loginVisible);
  const ageVisible = useClientState((state) => state.ageVisible);
  const asksConsent = useSettings((settings) => settings.consent === null);
  const { shown, slow } = useNotices();
  return (
    <>
      <LoadingOverlay loading={loading} />
      <Suspense>
        {asksConsent && <ConsentSheet />}
        {ageVisible && <AgeDialog />}
        {loginVisible && <LoginDialog />}
      </Suspense>
      <NoticeStack
        toasts={shown.filter(({ kind }) => kind === 'toast')}
        notifications={shown.filter(({ kind }) => kind === 'notification')}
      />
      {slow.length > 0 && (
        <SlowBar
          onCancel={() => {
            for (const { call } of slow) call.cancel();
          }}
          onRetry={() => {
            for (const { call } of slow) call.retry();
          }}
        />
      )}
    </>
  );
}
