import { chapterLocked, chapterNotFound, tooManyRequests } from '#contract/codes';
import { ImageFailure } from '../../runtime/images/image-loader.ts';
import { CallError } from '../../runtime/request.ts';
import type { ReadChapter } from '../reading/chapter-answers/read-chapter.ts';
import { type Download, type Fault, type PictureKey, picturesOf } from './download.ts';
import type { DownloadDatabase } from './download-database.ts';

/** Most connections stay free for the chapter that is being read. */
const AT_ONCE = 2;

export type QueueParts = {
  database: DownloadDatabase;
  /** The chapter's answer, fresh from the server. */
  read(chapterId: number): Promise<ReadChapter>;
  /** A picture as it is sent, padding included; rejects with `ImageFailure`. */
  loadBytes(url: string): Promise<ArrayBuffer>;
  /** Called after each change of the downloads. */
  changed(): void;
};

/** The chapter was paused or removed while it was being downloaded. */
class NotWanted extends Error {}

/**
 * Downloads the waiting chapters one after the other, in the order in which they were added, until none is left or the network is
 * lost. Stored pictures are not fetched again.
 */
export async function runDownloads(parts: QueueParts): Promise<'done' | 'offline'> {
  for (;;) {
    const waiting = (await parts.database.all()).filter(({ state }) => state === 'waiting');
    const [next] = waiting.toSorted((a, b) => a.addedAt - b.addedAt || a.no - b.no);
    if (!next) return 'done';
    try {
      await downloadChapter(next, parts);
    } catch (error) {
      if (isOffline(error)) return 'offline';
      if (!(error instanceof NotWanted)) await giveUp(next, faultOf(error), parts);
    }
    parts.changed();
  }
}

async function downloadChapter({ chapterId }: Download, { database, read, loadBytes, changed }: QueueParts) {
  const renewable = renewableAnswer(() => read(chapterId));
  const answer = await renewable.current();
  const pictures = picturesOf(answer);
  const stored = await database.begin(answer, pictures.length);
  if (!stored) throw new NotWanted();
  changed();
  let broken = 0;

  /** The bytes of a picture; null if the server has none, also under its newest address. */
  async function bytesOf(key: PictureKey): Promise<ArrayBuffer | null> {
    const known = renewable.current();
    const urlIn = (one: ReadChapter) => picturesOf(one).find((picture) => picture.key === key)?.url;
    try {
      return await loadBytes(urlIn(await known) ?? '');
    } catch (error) {
      if (isOffline(error)) throw error;
      const url = urlIn(await renewable.after(known, error));
      if (url === undefined) return null;
      return loadBytes(url).catch((second) => (isOffline(second) ? Promise.reject(second) : null));
    }
  }

  // A generator ends for all its consumers when one of them fails.
  const missing = (function* () {
    for (const { key } of pictures) if (!stored.has(key)) yield key;
  })();
  const work = async () => {
    for (const key of missing) {
      const bytes = await bytesOf(key);
      if (bytes === null) broken += 1;
      else if (!(await database.putPicture(chapterId, key, bytes))) throw new NotWanted();
      else changed();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await database.change(chapterId, ({ state }) => {
    // The reader paused it after its last picture.
    if (state !== 'waiting') return {};
    return broken > 0 ? { state: 'failed', fault: 'pages' } : { state: 'done' };
  });
}

/**
 * An answer whose addresses may expire. It is fetched again after a picture was refused (403), once for all pictures with the old
 * addresses. After a missing picture it is fetched again only once, because the next ones are probably missing too.
 */
function renewableAnswer(read: () => Promise<ReadChapter>) {
  let current = read();
  let isRenewed = false;
  return {
    current: () => current,
    after(known: Promise<ReadChapter>, error: unknown): Promise<ReadChapter> {
      const isRefused = error instanceof ImageFailure && error.status === 403;
      if (current === known && (isRefused || !isRenewed)) {
        isRenewed = true;
        current = read();
      }
      return current;
    },
  };
}

async function giveUp({ chapterId }: Download, fault: Fault, { database }: QueueParts) {
  await database.change(chapterId, () => ({ state: 'failed', fault }));
  // The reader has no right to read the chapter, so its pictures are deleted.
  if (fault === 'locked' || fault === 'gone' || fault === 'refused') await database.dropPictures(chapterId);
  if (fault !== 'space') return;
  // The storage is full, so the other downloads would fail too.
  for (const each of await database.all()) {
    await database.change(each.chapterId, ({ state }) => (state === 'waiting' ? { state: 'paused' } : {}));
  }
}

/** The server did not answer, or refused because of a limit. A later try may succeed. */
function isOffline(error: unknown): boolean {
  if (error instanceof ImageFailure) return error.status === 0 || error.status >= 500;
  return error instanceof CallError && (error.status === -404 || error.code === tooManyRequests);
}

function faultOf(error: unknown): Fault {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'space';
  if (error instanceof CallError) {
    if (error.code === chapterLocked) return 'locked';
    if (error.code === chapterNotFound) return 'gone';
  }
  return 'refused';
}
