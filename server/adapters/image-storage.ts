/** No picture is stored under a key. */
export class MissingImage extends Error {
  constructor(key: string) {
    super(`No picture is stored under ${key}`);
  }
}

/**
 * Stores pictures by keys such as `open/<32 hex>/<32 hex>.bin`; the part before the last slash is a folder. A folder on disk and
 * an object storage (PUT, GET, LIST, COPY, DELETE) can both provide every method. Nothing is moved or overwritten with other
 * bytes: a picture is copied, the database refers to the copy, and the next sweep deletes the old one. Pictures are read whole,
 * because served ones are cached in memory and imported ones are decoded.
 */
export type ImageStorage = {
  /** Writes a picture into a folder (`open/<32 hex>`) under the hash of its bytes; durable once `settle` is done. */
  put(folder: string, image: Buffer): Promise<string>;
  /** Makes the pictures of a folder durable, before the database refers to them. */
  settle(folder: string): Promise<void>;
  /** The picture without its padding; throws MissingImage. */
  read(key: string): Promise<Buffer>;
  /** The served bytes, including the padding; `null` if there is no picture. The caller has checked the key. */
  readStored(key: string): Promise<Buffer | null>;
  /** Copies every picture of a folder, durably. */
  copyFolder(from: string, to: string): Promise<void>;
  /** The keys and sizes of whole pictures in a folder, and the paths of anything else there. */
  list(folder: string): Promise<{ keys: Map<string, number>; strays: string[] }>;
  /** All folders of these kinds, by default those that imports write. */
  prefixes(kinds?: readonly string[]): Promise<string[]>;
  /** Deletes files by the paths that `list` returned, then the folder if it is empty. */
  remove(folder: string, paths: Iterable<string>): Promise<void>;
};
