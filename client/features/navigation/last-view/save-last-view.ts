import { writeStored } from '../../../runtime/storage/stored-json.ts';
import { useSettings } from '../../../settings.ts';
import { useClientState } from '../../../state.ts';
import { openedAnswer } from '../../reading/chapter-answers/chapter-answers.ts';
import type { LastView, SeenPicture } from './last-view.ts';

/** Addresses of paid pictures are signed for one reader and expire. */
const SIGNED = '/img/p/';

/** Saves the visible part of a chapter when the page is left, to show it at once the next time. */
export function saveLastView() {
  document.addEventListener('visibilitychange', () => {
    const { userInfo } = useClientState.getState();
    if (!document.hidden || !userInfo || useSettings.getState().consent !== 'given') return;
    const reader = document.querySelector('[data-reader]');
    const pictures = reader && picturesSeenIn(reader);
    if (!pictures) return;
    writeStored(localStorage, 'sight', {
      readerId: userInfo.id,
      path: location.pathname,
      window: [innerWidth, innerHeight],
      ground: getComputedStyle(reader).backgroundColor,
      pictures,
    } satisfies LastView);
  });
}

/** Null if they can't be shown again unchanged: dimmed, cut, paid, or behind a notice. */
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
