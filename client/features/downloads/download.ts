import type { ChapterItem, ComicDetail } from '#contract/shapes';
import type { ReadChapter } from '../reading/chapter-answers/read-chapter.ts';

/** Why a chapter could not be downloaded. */
export type Fault = 'locked' | 'gone' | 'refused' | 'pages' | 'space';

/** A chapter that is downloaded or to be downloaded. */
export type Download = {
  chapterId: number;
  readerId: number;
  comic: Pick<ComicDetail, 'id' | 'title' | 'ageRating'>;
  no: number;
  title: string;
  /** The number of its pages. */
  pages?: number;
  /** For a chapter that is free for a time: when that ends, and it may no longer be read. */
  until: string | null;
  state: 'waiting' | 'paused' | 'failed' | 'done';
  /** Set while the state is `failed`. */
  fault: Fault | null;
  /** The number of its pictures, each piece counted; 0 until it is known. */
  pictures: number;
  held: number;
  bytes: number;
  addedAt: number;
};

/** The key of a picture: the chapter, the page and the piece, without its address. */
export type PictureKey = string;

/** The pictures of a chapter with their current addresses. */
export function picturesOf({ chapter, pages }: ReadChapter): { key: PictureKey; url: string }[] {
  return pages.flatMap((page, index) => {
    const urls = page.pieces?.length ? page.pieces.map(({ url }) => url) : [page.url];
    return urls.map((url, piece) => ({ key: `${chapter.id}/${index}/${piece}`, url }));
  });
}

/** A text that changes when a chapter has other pictures, but not when only their addresses change. */
export function versionOf({ pages }: ReadChapter): string {
  return JSON.stringify(
    pages.map(({ width, height, color, pieces }) => [width, height, color, pieces?.map(({ top }) => top)]),
  );
}

/** A new download of a chapter, from the detail of its comic. */
export function downloadOf(comic: ComicDetail, chapter: ChapterItem, readerId: number, now: number): Download {
  const isFreeForNow =
    chapter.access === 'free' && chapter.price > 0 && !(chapter.freeAt && Date.parse(chapter.freeAt) <= now);
  return {
    chapterId: chapter.id,
    readerId,
    comic: { id: comic.id, title: comic.title, ageRating: comic.ageRating },
    no: chapter.no,
    title: chapter.title,
    pages: chapter.pages,
    until: isFreeForNow ? (chapter.opened?.until ?? comic.sale?.endsAt ?? null) : null,
    state: 'waiting',
    fault: null,
    pictures: 0,
    held: 0,
    bytes: 0,
    addedAt: now,
  };
}
