import type { ComicDetail, UserInfo } from '#contract/shapes';
import { comicPath } from '../../../paths.ts';
import { readStored } from '../../../runtime/storage/stored-json.ts';

/** The detail that was open last, as its reader saw it. */
export type KeptComic = { readerId: number; comic: ComicDetail };

const LIKE = { readerId: 0, comic: { id: 0, title: '', cover: { url: '' } } };

/** The stored detail of the comic at an address, for the reader who left it. Not used in 未成年人模式, where the server decides. */
export function keptComicAt(pathname: string, { id, teen }: Pick<UserInfo, 'id' | 'teen'>): ComicDetail | undefined {
  const kept = readStored<KeptComic>(localStorage, 'comic', LIKE);
  const isTheirs = kept?.readerId === id && !teen && pathname === comicPath(kept.comic.id);
  // A comic rated 18 is shown after a notice.
  return isTheirs && kept.comic.ageRating !== '18' ? kept.comic : undefined;
}
