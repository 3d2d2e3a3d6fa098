import type { ImageLoad } from '../../../runtime/images/image-loader.ts';
import { DECODED_LIMIT, type Wanted } from './preload-order.ts';

export type SourceState = { state: 'empty' | 'loading' | 'ready' | 'failed'; source: string | null };

type Entry = {
  url: string;
  shown: SourceState;
  load: ImageLoad | null;
  /** Counts loads, so that a late answer of a former one is known. */
  turn: number;
};

const EMPTY: SourceState = { state: 'empty', source: null };

export type PageSources = {
  get: (key: string) => SourceState;
  subscribe: (key: string, tell: () => void) => () => void;
  /** Says what should be there now, nearest first; the rest is no longer loaded and may be released. */
  want: (list: readonly Wanted[]) => void;
  retry: (key: string) => void;
  /** A loaded image that the browser could not draw. */
  fail: (key: string) => void;
  dispose: () => void;
};

type PageSourcesParts = {
  load: (url: string, distance: () => number) => ImageLoad;
  /** Whether a failed load was refused for an address that has expired. */
  isExpired: (failure: unknown) => boolean;
  /** Fetches the present address of a source whose old one has expired; null when there is none. */
  renew: (key: string) => Promise<string | null>;
  limit?: number;
};

/** The images of a strip: loads what is wanted and holds no more than `limit` of them, the longest unwanted go first. */
export function createPageSources({ load, isExpired, renew, limit = DECODED_LIMIT }: PageSourcesParts): PageSources {
  const entries = new Map<string, Entry>();
  const listeners = new Map<string, Set<() => void>>();
  let distances = new Map<string, number>();
  /** Keys that hold an image, the least recently wanted first. */
  const held = new Set<string>();

  function show(key: string, entry: Entry, shown: SourceState): void {
    entry.shown = shown;
    if (shown.state === 'ready') held.add(key);
    else held.delete(key);
    for (const tell of listeners.get(key) ?? []) tell();
  }

  function start(key: string, entry: Entry, renewed = false): void {
    entry.turn += 1;
    const { turn } = entry;
    const current = () => entry.turn === turn && entries.get(key) === entry;
    show(key, entry, { state: 'loading', source: null });
    entry.load = load(entry.url, () => distances.get(key) ?? Number.MAX_VALUE);
    entry.load.source.then(
      (source) => {
        if (!current()) return;
        entry.load = null;
        show(key, entry, { state: 'ready', source });
        release();
      },
      async (failure: unknown) => {
        if (!current()) return;
        entry.load = null;
        const url = isExpired(failure) && !renewed ? await renew(key).catch(() => null) : null;
        if (!current()) return;
        if (url === null || url === entry.url) return show(key, entry, { state: 'failed', source: null });
        entry.url = url;
        start(key, entry, true);
      },
    );
  }

  function drop(key: string, entry: Entry): void {
    entry.turn += 1;
    entry.load?.cancel();
    entry.load = null;
    show(key, entry, EMPTY);
  }

  function release(): void {
    for (const key of held) {
      if (held.size <= limit) return;
      const entry = entries.get(key);
      if (entry && !distances.has(key)) drop(key, entry);
    }
  }

  return {
    get: (key) => entries.get(key)?.shown ?? EMPTY,
    subscribe(key, tell) {
      const those = listeners.get(key) ?? new Set();
      listeners.set(key, those.add(tell));
      return () => {
        those.delete(tell);
        if (those.size === 0) listeners.delete(key);
      };
    },
    want(list) {
      distances = new Map(list.map(({ key, distance }) => [key, distance]));
      for (const [key, entry] of entries) {
        if (entry.shown.state === 'loading' && !distances.has(key)) drop(key, entry);
      }
      // Farthest first, so that the nearest end up as the most recently wanted.
      for (const { key } of [...list].reverse()) if (held.delete(key)) held.add(key);
      for (const { key, url } of list) {
        const entry = entries.get(key) ?? { url, shown: EMPTY, load: null, turn: 0 };
        entries.set(key, entry);
        if (entry.shown.state !== 'empty') continue;
        entry.url = url;
        start(key, entry);
      }
      release();
    },
    retry(key) {
      const entry = entries.get(key);
      if (entry?.shown.state === 'failed') start(key, entry);
    },
    fail(key) {
      const entry = entries.get(key);
      if (entry?.shown.state === 'ready') show(key, entry, { state: 'failed', source: null });
    },
    dispose() {
      for (const [key, entry] of entries) drop(key, entry);
      entries.clear();
    },
  };
}
