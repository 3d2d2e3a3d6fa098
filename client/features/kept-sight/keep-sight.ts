import { store } from '../../runtime/storage/stored-json.ts';
import { useSettings } from '../../settings.ts';
import { useClientState } from '../../state.ts';
import { openedAnswer } from '../read-ahead/ahead-answer.ts';
import type { KeptSight, SeenPicture } from './kept-sight.ts';

/** Addresses of what was paid for: they are the reader's own, and expire. */
const SIGNED = '/img/p/';

/** Whenever the page is left at a chapter, keeps what is seen of it, so that it is there at once the next time. */
export function keepSight() {
  document.addEventListener('visibilitychange', () => {
    const { userInfo } = useClientState.getState();
    if (!document.hidden || !userInfo || useSettings.getState().consent !== 'given') return;
    const reader = document.querySelector('[data-reader]');
    const pictures = reader && picturesSeenIn(reader);
    if (!pictures) return;
    store(localStorage, 'sight', {
      readerId: userInfo.id,
      path: location.pathname,
      window: [innerWidth, innerHeight],
      ground: getComputedStyle(reader).backgroundColor,
      pictures,
    } satisfies KeptSight);
  });
}

/** Null where they can't be shown again as they are: dimmed, cut, of what is to be paid, or of what a notice stands before. */
function picturesSeenIn(reader: Element): SeenPicture[] | null {
  if (reader.closest('main')?.querySelector('[data-dimmer]')) return null;
  const seen: SeenPicture[] = [];
  for (const slot of reader.querySelectorAll<HTMLElement>('[data-source]')) {
    const { left, top, right, bottom, width, height } = slot.getBoundingClientRect();
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) continue;
    const [chapterId, at, piece] = (slot.dataset.source ?? '').split('/').map(Number);
    const answer = openedAnswer(chapterId ?? 0);
    const page = answer?.pages[at ?? 0];
    const room = slot.closest('[data-page]')?.getBoundingClientRect();
    const isCut =
      !room || left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1;
    if (!page || isCut || page.url.startsWith(SIGNED) || answer?.comic.restricted) return null;
    seen.push({ url: page.pieces?.[piece ?? 0]?.url ?? page.url, color: page.color, left, top, width, height });
  }
  return seen.length > 0 ? seen : null;
}
