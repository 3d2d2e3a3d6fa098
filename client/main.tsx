import './ui/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { onPreload } from './features/screen-link/ways.ts';
import { blockPinchZoom } from './layout/gestures.ts';
import { reloadOnNewVersion } from './layout/new-version.ts';
import { watchScroll } from './layout/scroll.ts';
import { Shell } from './layout/shell.tsx';
import { screenAt, screens } from './routes.tsx';
import { session } from './runtime/browser.ts';
import { onExpires } from './runtime/clock/server-clock.ts';
import { queryClient } from './runtime/queries/queries.ts';
import { followTheme } from './settings.ts';
import { useClientState } from './state.ts';

// One address a screen: what compares addresses knows of one spelling.
const canonical = location.pathname.replace(/\/+$/, '') || '/';
if (canonical !== location.pathname)
  history.replaceState(history.state, '', canonical + location.search + location.hash);
history.scrollRestoration = 'manual';
followTheme(document.documentElement);
blockPinchZoom(document);
watchScroll();
reloadOnNewVersion();
onPreload(
  (to) =>
    void screenAt(to)
      .load()
      .catch(() => undefined),
);
const firstScreen = screenAt(location.pathname === '/' ? '/home' : location.pathname)
  .load()
  .catch(() => undefined);

addEventListener('online', () => {
  if (useClientState.getState().session === 'failed') void session.start();
});

/** Away for less than this, a reader has hardly used another device meanwhile. */
const AWAY_MS = 3000;
let hiddenAt = 0;
document.addEventListener('visibilitychange', () => {
  if (document.hidden) hiddenAt = Date.now();
  else if (Date.now() - hiddenAt > AWAY_MS) void import('./runtime/queries/freshen.ts').then((m) => m.freshen());
});

// Where the code for it can't be had, answers are asked for again as old ones are.
onExpires((url, expires) =>
  import('./runtime/expiry/turning.ts').then((m) => m.noteTurn(url, expires)).catch(() => undefined),
);

void session.start().then(() => {
  // Places of the last visit that the server has not heard of.
  if (localStorage.getItem('progress')) void import('./features/progress/progress.ts').then((m) => m.tellProgress());
});

// The other screens are small; fetched in a quiet moment, they open at once and without a network too. One by one: on a
// slow line the first covers may still be on their way.
const QUIET_AFTER_MS = 3000;
setTimeout(async () => {
  await import('./layout/news.ts').then((m) => m.watchNews()).catch(() => undefined);
  for (const screen of screens) await screen.load().catch(() => undefined);
}, QUIET_AFTER_MS);

const root = document.getElementById('root');
if (root) {
  // Until then the frame of the page stands, and nothing empty between the two.
  void firstScreen.then(() =>
    createRoot(root).render(
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Shell />
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  );
}
