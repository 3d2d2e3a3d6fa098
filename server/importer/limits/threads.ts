import { availableParallelism } from 'node:os';

/** Pages drawn beyond one a core: between two steps of a page its core would have nothing to do. */
const DRAWN_AHEAD = 1;
/** For the disk: two writers, and readers for the chapters that are being looked at. */
const DISK_THREADS = 4;

/** Pages that are drawn or encoded at once. */
export function pagesAtOnce(): number {
  return availableParallelism() + DRAWN_AHEAD;
}

/** Size of libuv's thread pool with which pictures and the disk don't wait for each other; Node's default is four. */
export function threadPoolSize(): number {
  return pagesAtOnce() + DISK_THREADS;
}
