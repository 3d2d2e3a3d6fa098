import type { ChapterItem, ComicDetail } from '#contract/shapes';
import type { ReadChapter } from '../reading/chapter-answers/read-chapter.ts';

/** Why a chapter could not be downloaded. */
export type Fault = 'locked' | 'gone' | 'refused' | 'pages' | 'space';

/** A chapter on this device, or on its way to it. */
export type Download = {
  chapterId: number;
  readerId: number;
  comic: Pick<ComicDetail, 'id' | 'title' | 'ageRating'>;
  no: number;
  title: string;
  /** Where it is free for a time: when that ends, and it may no longer be read. */
  until: string | null;
  state: 'waiting' | 'paused' | 'failed' | 'done';
  /** Set while the state is `failed`. */
  fault: Fault | null;
  /** How many pictures it has, pieces counted one by one; 0 until that is known. */
  pictures: number;
  held: number;
  bytes: number;
  addedAt: number;
};

/** The key of a picture: the chapter, the page and the piece, whatever its address. */
export type PictureKey = string;

/** The pictures of a chapter with their present addresses. */
export function picturesOf({ chapter, pages }: ReadChapter): { key: PictureKey; url: string }[] {
  return pages.flatMap((page, index) => {
    const urls = page.pieces?.length ? page.pieces.map(({ url }) => url) : [page.url];
    return urls.map((url, piece) => ({ key: `${chapter.id}/${index}/${piece}`, url }));
  });
}

/** The same for as long as a chapter has the same pictures, under whatever addresses. */
export function versionOf({ pages }: ReadChapter): string {
  return JSON.stringify(
    pages.map(({ width, height, color, pieces }) => [width, height, color, pieces?.map(({ top }) => top)]),
  );
}

/** What the reader asks for: a chapter of a comic, as its detail shows it. */
export function downloadOf(comic: ComicDetail, chapter: ChapterItem, readerId: number, now: number): Download {
  const isFreeForNow =
    chapter.access === 'free' && chapter.price > 0 && !(chapter.freeAt && Date.parse(chapter.freeAt) <= now);
  return {
    chapterId: chapter.id,
    readerId,
    comic: { id: comic.id, title: comic.title, ageRating: comic.ageRating },
    no: chapter.no,
    title: chapter.title,
    until: isFreeForNow ? (comic.sale?.endsAt ?? null) : null,
    state: 'waiting',
    fault: null,
    pictures: 0,
    held: 0,
    bytes: 0,
    addedAt: now,
  };
}
