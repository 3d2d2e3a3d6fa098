import './ui/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { session } from './api/live.ts';
import { queryClient } from './api/queries.ts';
import { onPreload } from './features/screen-link/preload.ts';
import { blockPinchZoom } from './layout/gestures.ts';
import { Shell } from './layout/shell.tsx';
import { screenAt } from './routes.tsx';
import { useClientState } from './state.ts';

history.scrollRestoration = 'manual';
blockPinchZoom(document);
onPreload(
  (to) =>
    void screenAt(to)
      .load()
      .catch(() => undefined),
);
void screenAt(location.pathname === '/' ? '/home' : location.pathname)
  .load()
  .catch(() => undefined);

// After a new version is out, the old page asks for code that is gone: one reload brings the new page.
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('reloadedAt') ?? 0);
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  location.reload();
});

addEventListener('online', () => {
  if (useClientState.getState().session === 'failed') void session.start();
});

void session.start();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Shell />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}
