import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { setGoTo } from '../features/screen-link/screen-navigation.ts';
import { TopBar } from '../features/top-bar/top-bar.tsx';
import { clearToasts, useNotices } from '../notices.ts';
import { screenAt } from '../routes.tsx';
import { resolveAgeConfirmation, setNavigate } from '../runtime/browser.ts';
import { useSettings } from '../settings.ts';
import { useClientState } from '../state.ts';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { NoticeStack, OfferBar } from '../ui/notices.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ScreenFault } from './screen-fault.tsx';
import { Screens } from './screens.tsx';

/** Everything around the screens: bars, dialogs, notices. */
export function Shell() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { path, meta } = screenAt(pathname);
  const { tabbed, main } = meta;
  useEffect(() => {
    setNavigate((path) => void navigate(path));
    setGoTo((path, options) => void navigate(path, options));
  }, [navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what clears them.
  useEffect(() => clearToasts(), [path]);
  return (
    <>
      {tabbed && <TopBar />}
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
const LoginDialog = onDemand(() => import('../features/login-dialog/login-dialog.tsx').then((m) => m.LoginDialog));
const AgeDialog = onDemand(() => import('../features/age-dialog/age-dialog.tsx').then((m) => m.AgeDialog), AgeUnasked);
const NewVersionBar = onDemand(() => import('./new-version-bar.tsx').then((m) => m.NewVersionBar));
const ConsentSheet = onDemand(() => import('./consent-sheet.tsx').then((m) => m.ConsentSheet));

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
  const { shown, slow, newVersion } = useNotices();
  const forEachSlow = (choice: 'cancel' | 'retry') => {
    for (const { call } of slow) call[choice]();
  };
  return (
    <>
      <LoadingOverlay loading={loading} />
      <Suspense>
        {asksConsent && <ConsentSheet />}
        {ageVisible && <AgeDialog />}
        {loginVisible && <LoginDialog />}
        {newVersion && <NewVersionBar />}
      </Suspense>
      <NoticeStack
        toasts={shown.filter(({ kind }) => kind === 'toast')}
        notifications={shown.filter(({ kind }) => kind === 'notification')}
      />
      {slow.length > 0 && (
        <OfferBar
          text="网络较慢"
          choices={[
            { label: '取消', choose: () => forEachSlow('cancel') },
            { label: '重试', choose: () => forEachSlow('retry') },
          ]}
        />
      )}
    </>
  );
}
