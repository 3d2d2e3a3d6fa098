import type { ComicDetail, UserInfo } from '#contract/shapes';
import { comicPath } from '../../../paths.ts';
import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { readStored } from '../../../runtime/storage/stored-json.ts';

/** The last opened detail, with the data of its reader. */
export type StoredComic = { readerId: number; comic: ComicDetail };

const LIKE = { readerId: 0, comic: { id: 0, title: '', cover: { url: '' } } };

/** The stored detail of the comic at an address, for the reader who left it. Not used in 未成年人模式, where the server decides. */
export function storedComicAt(pathname: string, { id, teen }: Pick<UserInfo, 'id' | 'teen'>): ComicDetail | undefined {
  const stored = readStored<StoredComic>(deviceStorage, 'comic', LIKE);
  const isTheirs = stored?.readerId === id && !teen && pathname === comicPath(stored.comic.id);
  // A comic rated 18 is shown after a notice.
  return isTheirs && stored.comic.ageRating !== '18' ? stored.comic : undefined;
}
