import type { ComicDetail, UserInfo } from '#contract/shapes';
import { comicPath } from '../../../paths.ts';
import { readStored } from '../../../runtime/storage/stored-json.ts';

/** The detail that was open last, as its reader saw it. */
export type KeptComic = { readerId: number; comic: ComicDetail };

const LIKE = { readerId: 0, comic: { id: 0, title: '', cover: { url: '' } } };

/** What this device has kept of the comic at an address, for who comes back to it; in 未成年人模式 the server alone decides. */
export function keptComicAt(pathname: string, { id, teen }: Pick<UserInfo, 'id' | 'teen'>): ComicDetail | undefined {
  const kept = readStored<KeptComic>(localStorage, 'comic', LIKE);
  const isTheirs = kept?.readerId === id && !teen && pathname === comicPath(kept.comic.id);
  // Before a comic rated 18 a notice stands.
  return isTheirs && kept.comic.ageRating !== '18' ? kept.comic : undefined;
}
