import { availableParallelism } from 'node:os';

/** Pages drawn beyond one a core, so that no core is idle between two steps of a page. */
const DRAWN_AHEAD = 1;
/** Threads for the disk: two writers, and readers for the chapters that are inspected. */
const DISK_THREADS = 4;

/** Pages that are drawn or encoded at once. */
export function pagesAtOnce(): number {
  return availableParallelism() + DRAWN_AHEAD;
}

/** Size of libuv's thread pool at which drawing and disk access don't wait for each other. Node's default is four. */
export function threadPoolSize(): number {
  return pagesAtOnce() + DISK_THREADS;
}
