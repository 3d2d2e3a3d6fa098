import { notify } from '../notices.ts';
import { useClientState } from '../state.ts';
import { isReplaced } from './new-version.ts';

/** A reader who goes to and fro between apps asks for a newer version no more often than this. */
const ASK_EVERY_MS = 10 * 60_000;

/** Says what comes while the app is open: replies, chapters of what the reader follows, a new version. */
export function watchNews() {
  useClientState.subscribe((now, before) => {
    // The first counts of a visit, and those of another reader, tell of what has been there before.
    if (before.session !== 'ready' || now.userInfo?.id !== before.userInfo?.id) return;
    const hasGrown = (kind: 'feedback' | 'updates') =>
      (now.userInfo?.unread[kind] ?? 0) > (before.userInfo?.unread[kind] ?? 0);
    if (hasGrown('feedback')) notify('你的反馈有新回复');
    if (hasGrown('updates')) notify('订阅的漫画有更新');
  });

  let askedAt = Date.now();
  const ask = async () => {
    if (document.hidden || Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    if (!(await isReplaced())) return;
    notify('有新版本，刷新页面后可用');
    // Said once: what is open works on.
    document.removeEventListener('visibilitychange', ask);
  };
  document.addEventListener('visibilitychange', ask);
}
