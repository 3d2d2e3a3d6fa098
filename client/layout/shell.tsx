import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onGoHome } from '../api/live.ts';
import { LoginDialog } from '../features/login-dialog/login-dialog.tsx';
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

function Overlays() {
  const loading = useClientState((state) => state.loading);
  const { shown, slow } = useNotices();
  return (
    <>
      <LoadingOverlay loading={loading} />
      <LoginDialog />
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
