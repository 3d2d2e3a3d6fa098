import { chapterPath } from '../../../paths.ts';
import { fetchImage } from '../../../runtime/images/fetch-image.ts';
import { heldPicture, holdPicture } from '../../../runtime/images/held-pictures.ts';
import { loadPicture } from '../../../runtime/images/pictures.ts';
import { fetchUnlessDownloaded } from '../../downloads/downloaded-pages.ts';
import { preloadScreen } from '../../navigation/screen-link/screen-navigation.ts';
import { fetchAhead, openedAnswer } from '../chapter-answers/chapter-answers.ts';
import type { ReadChapter } from '../chapter-answers/read-chapter.ts';
import { placeToOpen } from '../progress/progress.ts';

/** After everything that a screen shows. */
const LAST = () => Number.MAX_VALUE;

/**
 * Fetches everything that a tap on a chapter will show: the reader's code, the chapter's answer, and the picture at its reading
 * position.
 */
export async function readAhead(chapterId: number): Promise<void> {
  if (savesData()) return;
  preloadScreen(chapterPath(chapterId));
  const answer = openedAnswer(chapterId) ?? (await fetchAhead(chapterId));
  const picture = pictureAt(answer, placeToOpen(answer) ?? { page: 0, offset: 0 });
  if (!picture || heldPicture(picture.url)) return;
  const { url, key } = picture;
  holdPicture(url, await loadPicture({ url, distance: LAST, fetch: fetchUnlessDownloaded(key, fetchImage) }).source);
}

/** The picture at a position; of a tall page, the piece. */
export function pictureAt(
  { chapter, pages }: Pick<ReadChapter, 'chapter' | 'pages'>,
  { page, offset }: { page: number; offset: number },
) {
  const at = Math.min(page, pages.length - 1);
  const whole = pages[at];
  if (!whole) return null;
  const pieces = whole.pieces?.length ? whole.pieces : [{ url: whole.url, top: 0 }];
  const piece = Math.max(
    0,
    pieces.findLastIndex(({ top }) => top <= offset * whole.height),
  );
  return { key: `${chapter.id}/${at}/${piece}`, url: pieces[piece]?.url ?? whole.url };
}

/** The reader has switched on data saving in the browser. */
function savesData(): boolean {
  const line: unknown = Reflect.get(navigator, 'connection');
  return typeof line === 'object' && line !== null && Reflect.get(line, 'saveData') === true;
}
