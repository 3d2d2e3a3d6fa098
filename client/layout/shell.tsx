import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onGoHome } from '../api/live.ts';
import { TopBar } from '../features/top-bar/top-bar.tsx';
import { useNotices } from '../notices.ts';
import { screenAt } from '../routes.tsx';
import { useClientState } from '../state.ts';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { NoticeStack, SlowBar } from '../ui/notices.tsx';
import { ScreenFault } from './screen-fault.tsx';
import { Screens } from './screens.tsx';

/**
 * What stands around every screen. There is no bottom bar yet: it comes with its second entry, for a bar with one
 * button helps nobody.
 */
export function Shell() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { listing } = screenAt(pathname).meta;
  useEffect(() => onGoHome(() => void navigate('/')), [navigate]);
  return (
    <>
      {listing && <TopBar />}
      <ScreenFault place={pathname}>
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Screens />
        </Suspense>
      </ScreenFault>
      <Overlays />
    </>
  );
}

// Few need it, and not at first; where its code can't be had, the app goes on without it.
const LoginDialog = lazy(() =>
  import('../features/login-dialog/login-dialog.tsx')
    .then((loaded) => loaded.LoginDialog)
    .catch(() => () => null)
    .then((Component: ComponentType) => ({ default: Component })),
);

function Overlays() {
  const loading = useClientState((state) => state.loading);
  const loginVisible = useClientState((state) => state.loginVisible);
  const { shown, slow } = useNotices();
  return (
    <>
      <LoadingOverlay loading={loading} />
      {loginVisible && (
        <Suspense>
          <LoginDialog />
        </Suspense>
      )}
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
