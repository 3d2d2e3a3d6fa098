import { notify } from '../notices.ts';
import { useClientState } from '../state.ts';

/** Shows a notification for replies, new chapters of followed comics and gifts that arrive while the app is open. */
export function watchNews() {
  useClientState.subscribe((now, before) => {
    // The first counts of a visit, and those of another reader, are not news.
    if (before.session !== 'ready' || now.userInfo?.id !== before.userInfo?.id) return;
    const hasGrown = (kind: 'feedback' | 'updates' | 'gift') =>
      (now.userInfo?.unread[kind] ?? 0) > (before.userInfo?.unread[kind] ?? 0);
    if (hasGrown('feedback')) notify('你的反馈有新回复');
    if (hasGrown('updates')) notify('订阅的漫画有更新');
    if (hasGrown('gift')) notify('有新的礼包可以领');
    const grade = now.userInfo?.grade;
    if (grade && before.userInfo && grade.level > before.userInfo.grade.level) notify(`升级了：${grade.name}`);
  });
}
