import type { StoredCover } from '../pictures/stored-images.ts';

/** A cover; `source` is the sha256 of the picture it was made from. */
export type NewCover = { cover: StoredCover; source: Buffer };
