import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

/** A cache of files: all readers request the pages of a new chapter at the same time. */
export type HotFiles = {
  /** The bytes of a key if they are cached. */
  hot(key: string): Buffer | undefined;
  /** The bytes of a key, and whether they were cached; null if there are none. */
  read(key: string): Promise<{ bytes: Buffer; hot: boolean } | null>;
  /** Clears the cache after files were moved to signed addresses or replaced. */
  drop(): void;
};

const HOT_BYTES = 64 * 1024 * 1024;
const MAX_ENTRY_BYTES = 4 * 1024 * 1024;
/** Files read at the same time: Node has four threads, and a file in progress is in memory. */
const READERS = 16;

/** `live`: whether notifications of changes arrive. If not, nothing is served from the cache. */
export function keepHot(read: (key: string) => Promise<Buffer | null>, live: () => boolean): HotFiles {
  const hot = new LRUCache<string, Buffer>({
    maxSize: HOT_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  });
  const readers = pLimit(READERS);
  // A read that started before a file was moved must not be cached.
  let generation = 0;
  const cached = (key: string) => (live() ? hot.get(key) : undefined);
  return {
    hot: cached,
    async read(key) {
      const found = cached(key);
      if (found) return { bytes: found, hot: true };
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
