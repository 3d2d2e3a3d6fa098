import { comicRead } from '#contract/calls/comic';
import { banner } from '#contract/calls/site';
import { session } from '../browser.ts';
import { serverNow } from '../clock/server-clock.ts';
import { renew } from '../queries/renew.ts';
import { createTurns } from './turns.ts';

const turns = createTurns({ now: serverNow, hidden: () => document.hidden, askAnew });

document.addEventListener('visibilitychange', turns.check);

/** What an answer said of when it turns wrong by itself. */
export function noteTurn(url: string, expires: string) {
  turns.note(url.split('/api/').at(-1) ?? '', expires);
}

/** What is shown is asked for behind its back, what is hidden when it is shown again. */
function askAnew(paths: ReadonlySet<string>) {
  if (paths.has(banner.path)) void session.renewBanners(true);
  // A chapter that is open stays open: who began to read it for free shall not lose it in the middle.
  const stays = (path: unknown, data: unknown) => path === comicRead.path && data !== undefined;
  void renew({ predicate: ({ queryKey: [path], state }) => paths.has(String(path)) && !stays(path, state.data) });
}
