import { LoadingOverlay } from '../../ui/loading-overlay.tsx';
import { ChoiceBar, NoticeStack } from '../../ui/notices.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { NotLoaded } from '../features/text/not-loaded.tsx';
import { useNotices } from '../notices.ts';
import { useSettings } from '../settings.ts';
import { closeLogin, useClientState } from '../state.ts';
import { AgeUnasked } from './age-unasked.tsx';

// Loaded on demand; if their code can't be loaded, the app works without.
const LoginDialog = onDemand(
  () => withAllUtilities(import('../features/account/login-dialog/login-dialog.tsx').then((m) => m.LoginDialog)),
  () => <NotLoaded onClose={closeLogin} />,
);
const AgeDialog = onDemand(
  () => withAllUtilities(import('../features/comics/age-dialog.tsx').then((m) => m.AgeDialog)),
  AgeUnasked,
);
const NewVersionBar = onDemand(() => import('./new-version-bar.tsx').then((m) => m.NewVersionBar));
const ConsentSheet = onDemand(() => import('./consent-sheet.tsx').then((m) => m.ConsentSheet));

/** Styles that no listing needs are loaded with their part. */
async function withAllUtilities<Loaded>(code: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([code, import('../../ui/all-utilities.ts')]);
  return loaded;
}

/** Dialogs, notices and the loading sign, above the screens. */
export function Overlays() {
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
      {asksConsent && <ConsentSheet />}
      {ageVisible && <AgeDialog />}
      {loginVisible && <LoginDialog />}
      {newVersion && <NewVersionBar />}
      <NoticeStack
        toasts={shown.filter(({ kind }) => kind === 'toast')}
        notifications={shown.filter(({ kind }) => kind === 'notification')}
      />
      {slow.length > 0 && (
        <ChoiceBar
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
