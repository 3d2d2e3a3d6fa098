import { fetchImage } from './fetch-image.ts';
import type { WorkerAnswer, WorkerOrder } from './fetch-in-worker.ts';

/** Runs in a worker: fetches images and turns them into data URIs beside the thread that scrolls. */
const stops = new Map<number, () => void>();
const answer = (message: WorkerAnswer) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<WorkerOrder>) => {
  const { id, address } = data;
  if (address === null) {
    stops.get(id)?.();
    stops.delete(id);
    return;
  }
  const end = (outcome: string | number) => {
    stops.delete(id);
    answer({ id, outcome });
  };
  stops.set(id, fetchImage(address, end, end));
});
answer('ready');
