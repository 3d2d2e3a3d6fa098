import { type FetchImage, fetchImage } from './fetch-image.ts';

/** An image to fetch, or, without an address, one that is no longer needed. */
export type WorkerOrder = { id: number; address: string | null };
/** The data URI, or the status of a failure. */
export type WorkerAnswer = 'ready' | { id: number; outcome: string | number };

/** What is needed of a `Worker`. */
type Port = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;
type Waiting = { done: (source: string) => void; fail: (status: number) => void };

/** A worker keeps the text of what it has sent until it happens to clean up, so that after so many images another takes over. */
const IMAGES_A_WORKER = 50;

/**
 * Fetches images in a worker, where the bytes become text without a frame being late for it. The first one, those that come
 * before the worker is ready, and all where there is none, are fetched here: the first page waits for nothing.
 */
export function createWorkerFetch(openWorker: () => Port, fetchHere: FetchImage = fetchImage): FetchImage {
  let fetcher: Fetcher | null = null;
  let count = 0;

  function startFetcher() {
    try {
      openFetcher(openWorker(), {
        onReady(ready) {
          fetcher?.retire();
          fetcher = ready;
        },
        onFailed(failed) {
          if (fetcher === failed) fetcher = null;
        },
      });
    } catch {
      // Images are fetched by the one before it, or here.
    }
  }

  return (address, done, fail) => {
    count += 1;
    // Its start would keep the first page waiting.
    if (count % IMAGES_A_WORKER === 2) startFetcher();
    return (fetcher?.fetch ?? fetchHere)(address, done, fail);
  };
}

type Fetcher = {
  fetch: FetchImage;
  /** Ends the worker once what it has begun is done. */
  retire(): void;
};
type FetcherEvents = { onReady(fetcher: Fetcher): void; onFailed(fetcher: Fetcher): void };

/** Fetches images in this worker, once it is ready. */
function openFetcher(worker: Port, { onReady, onFailed }: FetcherEvents): void {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let isRetired = false;
  const endIfDone = () => {
    if (isRetired && waiting.size === 0) worker.terminate();
  };
  const fetcher: Fetcher = {
    fetch(address, done, fail) {
      count += 1;
      const id = count;
      waiting.set(id, { done, fail });
      worker.postMessage({ id, address } satisfies WorkerOrder);
      return () => {
        if (waiting.delete(id)) worker.postMessage({ id, address: null } satisfies WorkerOrder);
        endIfDone();
      };
    },
    retire() {
      isRetired = true;
      endIfDone();
    },
  };
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data === 'ready') return onReady(fetcher);
    const { done, fail } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (typeof data.outcome === 'string') done?.(data.outcome);
    else fail?.(data.outcome);
    endIfDone();
  });
  worker.addEventListener('error', () => {
    worker.terminate();
    onFailed(fetcher);
    for (const { fail } of waiting.values()) fail(0);
    waiting.clear();
  });
}

/** For the reader, whose pages are large and come while it scrolls. */
export const fetchInWorker = createWorkerFetch(
  () => new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' }),
);
