import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

/** A cache of frequently requested files: a chapter just published is read by everybody at once. */
export type HotFiles = {
  /** The bytes under a key if they are in memory. */
  hot(key: string): Buffer | undefined;
  /** The bytes under a key, and whether they were in memory; null where there are none. */
  read(key: string): Promise<{ bytes: Buffer; hot: boolean } | null>;
  /** Empties the cache: files have moved behind signed addresses or were replaced. */
  drop(): void;
};

const HOT_BYTES = 64 * 1024 * 1024;
const MAX_ENTRY_BYTES = 4 * 1024 * 1024;
/** Read at once: Node has four threads for it, and a file that is being read is in memory. */
const READERS = 16;

/** `live` = notifications of changes are being received; nothing is served from memory while they are not. */
export function keepHot(read: (key: string) => Promise<Buffer | null>, live: () => boolean): HotFiles {
  const hot = new LRUCache<string, Buffer>({
    maxSize: HOT_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  });
  const readers = pLimit(READERS);
  // A read that began before a file moved must not be cached after it.
  let generation = 0;
  const kept = (key: string) => (live() ? hot.get(key) : undefined);
  return {
    hot: kept,
    async read(key) {
      const bytesKept = kept(key);
      if (bytesKept) return { bytes: bytesKept, hot: true };
      const startedIn = generation;
      const bytes = await readers(() => read(key));
      if (bytes && bytes.length > 0 && live() && generation === startedIn) hot.set(key, bytes);
      return bytes && { bytes, hot: false };
    },
    drop() {
      generation++;
      hot.clear();
    },
  };
}
