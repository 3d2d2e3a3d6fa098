import { deviceStorage } from './runtime/storage/safe-storage.ts';
import '../ui/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, useEffect, useReducer } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { watchBack } from '../ui/dialog-entry.ts';
import { lateCode } from '../ui/late-code.ts';
import { toggleOncePerDoubleTap } from '../ui/one-toggle.ts';
import { setPreload } from './features/navigation/screen-link/screen-navigation.ts';
import { adoptFirstAnswers, untilChapterOpens } from './first-screen/adopt-first-answers.ts';
import { takeFirstTap } from './first-screen/first-tap.ts';
import { AppRouter } from './layout/app-router.tsx';
import { blockPinchZoom } from './layout/gestures.ts';
import { followVersions } from './layout/new-version.ts';
import { watchScroll } from './layout/scroll.ts';
import { Shell } from './layout/shell.tsx';
import { whenIdle } from './layout/when-idle.ts';
import { paths } from './paths.ts';
import { screenAt, screens } from './routes.tsx';
import { session } from './runtime/browser.ts';
import { releaseRenderClock, setExpiresListener } from './runtime/clock/server-clock.ts';
import { beginFirstRender, firstRender } from './runtime/first-render.ts';
import { queryClient } from './runtime/queries/queries.ts';
import { followReconnects } from './runtime/queries/reconnect.ts';
import { followTheme } from './settings.ts';
import { useClientState } from './state.ts';

// One spelling of each address, because addresses are compared as text. And a key and a number for the first entry, which a
// reload keeps: without a key of its own, a chapter opened by its address would begin at the position of another visit.
const canonical = location.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
history.replaceState(
  { idx: 0, key: crypto.getRandomValues(new Uint32Array(2)).join(''), ...history.state },
  '',
  canonical === '' ? paths.home : canonical + location.search + location.hash,
);
history.scrollRestoration = 'manual';
followTheme(document.documentElement);
blockPinchZoom(document);
toggleOncePerDoubleTap(document);
watchScroll();
watchBack();
followVersions();
followReconnects();
setPreload(
  (to) =>
    void screenAt(to)
      .load()
      .catch(() => undefined),
);
const firstScreen = screenAt(location.pathname)
  .load()
  .catch(() => undefined);

addEventListener('online', () => {
  if (useClientState.getState().session === 'failed') void session.start();
});

/** After less time than this in the background, a change made on another device is unlikely. */
const AWAY_MS = 3000;
let hiddenAt = 0;
const returns = lateCode(() => import('./runtime/queries/refetch-on-return.ts'));
document.addEventListener('visibilitychange', () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > AWAY_MS) void returns().then((m) => m.refetchOnReturn());
});

const expiredAnswers = lateCode(() => import('./runtime/expiry/expired-answers.ts'));
setExpiresListener((url, expires) => expiredAnswers().then((m) => m.noteExpiry(url, expires)));

const idleWork = lateCode(() => import('./layout/idle-work.ts'));
whenIdle(() => void idleWork().then((m) => m.startIdleWork()));

// Runs in separate tasks, because evaluating this file is a long task on a slow phone.
setTimeout(() => {
  const refetchFirstAnswers = adoptFirstAnswers();
  setTimeout(() => {
    // Before the app is rendered, because it changes what is shown.
    void startSession(refetchFirstAnswers);
    setTimeout(showApp);
  });
});

const progress = lateCode(() => import('./features/reading/progress/progress.ts'));
/** The screens that make the changes. They send what is left of them as soon as they are loaded. */
const changingScreens = lateCode(() =>
  Promise.all(screens.filter(({ path }) => path === paths.comic || path === paths.library).map(({ load }) => load())),
);

async function startSession(refetchFirstAnswers: () => void) {
  await session.start();
  refetchFirstAnswers();
  // Reading positions and changes that the last visit could not send.
  if (deviceStorage.getItem('progress')) void progress().then((m) => m.sendProgress());
  if (deviceStorage.getItem('unsent')) void changingScreens();
}

function showApp() {
  const root = document.getElementById('root');
  if (!root) return;
  // Until the screen can be shown, the page stays as it is, so that no empty screen is shown.
  void Promise.all([firstScreen, untilChapterOpens()]).then(() => {
    beginFirstRender();
    // In slices, between which a tap is answered.
    startTransition(() => {
      if (document.documentElement.dataset.rendered) {
        void firstRender().then(takeFirstTap());
        hydrateRoot(root, <App />);
      } else createRoot(root).render(<App />);
    });
  });
}

/** A page that the browser has kept may have been rendered earlier by more than this. Its times are then rendered again. */
const CLOCK_MAY_BE_OFF_MS = 60_000;

function App() {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    void firstRender().then(() => {
      if (releaseRenderClock() > CLOCK_MAY_BE_OFF_MS) startTransition(renderAgain);
    });
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <AppRouter>
        <Shell />
      </AppRouter>
    </QueryClientProvider>
  );
}
