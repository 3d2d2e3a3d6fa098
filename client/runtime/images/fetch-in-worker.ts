import { type FetchImage, fetchImage } from './fetch-image.ts';

/** An image to fetch; without an address, an image to cancel. */
export type WorkerOrder = { id: number; address: string | null };
/** The data URI, or the status of a failure. */
export type WorkerAnswer = 'ready' | { id: number; outcome: string | number };

/** The part of a `Worker` that is used. */
type Port = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;
type Waiting = { done: (source: string) => void; fail: (status: number) => void };

/**
 * Fetches images in a worker, so that the conversion to text delays no frame. The first image, and all images until the worker is
 * ready or if there is none, are fetched on the main thread, so that the first page does not wait.
 */
export function createWorkerFetch(openWorker: () => Port, fetchHere: FetchImage = fetchImage): FetchImage {
  const waiting = new Map<number, Waiting>();
  let port: Port | null = null;
  let isReady = false;
  let count = 0;

  function open(): Port | null {
    try {
      const opened = openWorker();
      opened.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data === 'ready') {
          isReady = true;
          return;
        }
        const { done, fail } = waiting.get(data.id) ?? {};
        waiting.delete(data.id);
        if (typeof data.outcome === 'string') done?.(data.outcome);
        else fail?.(data.outcome);
      });
      opened.addEventListener('error', () => {
        isReady = false;
        opened.terminate();
        for (const { fail } of waiting.values()) fail(0);
        waiting.clear();
      });
      return opened;
    } catch {
      return null;
    }
  }

  return (address, done, fail) => {
    count += 1;
    const id = count;
    // Starting it earlier would delay the first page.
    if (id === 2) port = open();
    const worker = port;
    if (!worker || !isReady) return fetchHere(address, done, fail);
    waiting.set(id, { done, fail });
    worker.postMessage({ id, address } satisfies WorkerOrder);
    return () => {
      if (waiting.delete(id)) worker.postMessage({ id, address: null } satisfies WorkerOrder);
    };
  };
}

/** For the reader, whose large pages are loaded while it scrolls. */
export const fetchInWorker = createWorkerFetch(
  () => new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' }),
);
