/** A picture in the image storage, as the catalogue's jsonb columns hold it. */
export type StoredImage = {
  key: string;
  width: number;
  height: number;
  /** The average colour, `#rrggbb`. It is shown until the picture is loaded. */
  color: string;
};

/**
 * The cover in the sizes that screens need; `key` is the largest of them, and `jpegKey` the same as JPEG, for programs that show
 * a shared address (pictures of the editor have none). `focusY` is where a wide picture is cut out of it: the part of the removed
 * height that is above, in percent.
 */
export type StoredCover = StoredImage & {
  variants: { key: string; width: number }[];
  jpegKey?: string;
  focusY?: number;
};

/** One of the parts a tall page was cut into; `top` and `height` are rows of the whole page. */
export type StoredPiece = { key: string; top: number; height: number };

/** A page; if it was cut, `key` is its first piece's. */
export type StoredPage = StoredImage & {
  pieces?: StoredPiece[];
  /** The white margins of the page, as parts of its width and height; absent if there are none. */
  margins?: { top: number; right: number; bottom: number; left: number };
  /** Shown as far as it could be decoded, with a sign for the rest. */
  damaged?: true;
  /** Name of the picture in the archive or folder it came from. */
  source: string;
};

/** Every file of the storage that a page needs. */
export function keysOfPage(page: StoredPage): string[] {
  return page.pieces ? page.pieces.map((piece) => piece.key) : [page.key];
}

/** Every file of the storage that a cover needs. */
export function keysOfCover(cover: StoredCover): string[] {
  return [cover.key, ...cover.variants.map((variant) => variant.key), ...(cover.jpegKey ? [cover.jpegKey] : [])];
}

/** The same pages with the keys that their files have in another folder of the storage. */
export function pagesMovedTo(prefix: string, pages: StoredPage[]): StoredPage[] {
  const moved = (key: string) => `${prefix}/${key.slice(key.lastIndexOf('/') + 1)}`;
  return pages.map((page) => ({
    ...page,
    key: moved(page.key),
    ...(page.pieces && { pieces: page.pieces.map((piece) => ({ ...piece, key: moved(piece.key) })) }),
  }));
}
