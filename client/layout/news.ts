import { notify } from '../notices.ts';
import { useClientState } from '../state.ts';
import { isReplaced } from './new-version.ts';

/** A newer version is looked for no more often than this, however often the reader changes apps. */
const ASK_EVERY_MS = 10 * 60_000;

/** Notifies of what arrives while the app is open: replies, new chapters of followed comics, gifts, a new version. */
export function watchNews() {
  useClientState.subscribe((now, before) => {
    // The first counts of a visit, and those of another reader, are not news.
    if (before.session !== 'ready' || now.userInfo?.id !== before.userInfo?.id) return;
    const hasGrown = (kind: 'feedback' | 'updates' | 'gift') =>
      (now.userInfo?.unread[kind] ?? 0) > (before.userInfo?.unread[kind] ?? 0);
    if (hasGrown('feedback')) notify('你的反馈有新回复');
    if (hasGrown('updates')) notify('订阅的漫画有更新');
    if (hasGrown('gift')) notify('有新的礼包可以领');
  });

  let askedAt = Date.now();
  const lookForVersion = async () => {
    if (document.hidden || Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    if (!(await isReplaced())) return;
    notify('有新版本，刷新页面后可用');
    // Notified once: the open page goes on working.
    document.removeEventListener('visibilitychange', lookForVersion);
  };
  document.addEventListener('visibilitychange', lookForVersion);
}
