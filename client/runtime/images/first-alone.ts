import type { ImageLoad } from './image-loader.ts';

type Load = (url: string, distance: () => number, key: string) => ImageLoad;

/** The longest time that a slow first picture delays the others. */
export const ALONE_MS = 1000;

/** Loads the first picture alone. The others start when it has loaded or failed. */
export function firstAlone(load: Load): Load {
  let state: 'new' | 'alone' | 'over' = 'new';
  const waiting = new Set<() => void>();
  const end = () => {
    state = 'over';
    for (const start of waiting) start();
    waiting.clear();
  };
  return (url, distance, key) => {
    if (state === 'over') return load(url, distance, key);
    if (state === 'alone') return loadLater(() => load(url, distance, key), waiting);
    state = 'alone';
    const { source, cancel } = load(url, distance, key);
    source.then(end, end);
    setTimeout(end, ALONE_MS);
    return {
      source,
      cancel() {
        cancel();
        end();
      },
    };
  };
}

/** A load that starts when it is called from `waiting`. */
function loadLater(load: () => ImageLoad, waiting: Set<() => void>): ImageLoad {
  let started: ImageLoad | null = null;
  let start = () => {};
  const source = new Promise<string>((resolve) => {
    start = () => {
      started = load();
      resolve(started.source);
    };
  });
  waiting.add(start);
  return {
    source,
    cancel() {
      waiting.delete(start);
      started?.cancel();
    },
  };
}
