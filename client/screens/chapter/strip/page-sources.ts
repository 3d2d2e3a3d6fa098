import type { ImageLoad } from '../../../runtime/images/image-loader.ts';
import { DECODED_LIMIT, type PreloadTarget } from './preload-order.ts';

export type SourceState = { state: 'empty' | 'loading' | 'ready' | 'failed'; source: string | null };

type Entry = {
  url: string;
  shown: SourceState;
  load: ImageLoad | null;
  /** Counts loads, so that a late answer of an earlier load is ignored. */
  attempt: number;
};

const EMPTY: SourceState = { state: 'empty', source: null };

export type PageSources = {
  get: (key: string) => SourceState;
  subscribe: (key: string, onChange: () => void) => () => void;
  /** Sets the images to load, nearest first. Other loads are cancelled, and other images may be released. */
  setTargets: (list: readonly PreloadTarget[]) => void;
  /** Whether the image should be loaded now. `subscribeTargets` reports changes. */
  isTarget: (key: string) => boolean;
  subscribeTargets: (onChange: () => void) => () => void;
  retry: (key: string) => void;
  /** A loaded image that the browser could not draw. */
  markUndrawable: (key: string) => void;
  /** The pictures in view. */
  seen: () => { url: string; source: string }[];
  dispose: () => void;
};

/**
 * Fetches the current address of a source whose old one has expired; null if there is none. `isLoaded` says whether the picture
 * of a page is loaded.
 */
export type FetchCurrentUrl = (key: string, isLoaded: (pageKey: string) => boolean) => Promise<string | null>;

type PageSourcesParts = {
  load: (url: string, distance: () => number, key: string) => ImageLoad;
  /** Whether a failed load was refused for an address that has expired. */
  isExpired: (failure: unknown) => boolean;
  fetchCurrentUrl: FetchCurrentUrl;
  limit?: number;
};

/** The distance of an image in view is 0 or less. If a page is shown as a whole, its pieces have distances between 0 and 1. */
const isSeen = (distance = 1) => distance < 1;

/** The images of a strip: loads the targets and holds at most `limit` images, releasing the least recent targets. */
export function createPageSources({
  load,
  isExpired,
  fetchCurrentUrl,
  limit = DECODED_LIMIT,
}: PageSourcesParts): PageSources {
  const entries = new Map<string, Entry>();
  const listeners = new Map<string, Set<() => void>>();
  const targetListeners = new Set<() => void>();
  let distances = new Map<string, number>();
  /** Keys that hold an image, the least recent targets first. */
  const held = new Set<string>();

  const isLoaded = (pageKey: string) => entries.get(`${pageKey}/0`)?.shown.state === 'ready';

  function show(key: string, entry: Entry, shown: SourceState): void {
    entry.shown = shown;
    if (shown.state === 'ready') held.add(key);
    else held.delete(key);
    for (const onChange of listeners.get(key) ?? []) onChange();
  }

  function start(key: string, entry: Entry, isSecondAttempt = false): void {
    entry.attempt += 1;
    const { attempt } = entry;
    const current = () => entry.attempt === attempt;
    show(key, entry, { state: 'loading', source: null });
    entry.load = load(entry.url, () => distances.get(key) ?? Number.MAX_VALUE, key);
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
        const url =
          isExpired(failure) && !isSecondAttempt ? await fetchCurrentUrl(key, isLoaded).catch(() => null) : null;
        if (!current()) return;
        if (url === null || url === entry.url) return show(key, entry, { state: 'failed', source: null });
        entry.url = url;
        start(key, entry, true);
      },
    );
  }

  function drop(key: string, entry: Entry): void {
    entry.attempt += 1;
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
    subscribe(key, onChange) {
      const onChanges = listeners.get(key) ?? new Set();
      listeners.set(key, onChanges.add(onChange));
      return () => {
        onChanges.delete(onChange);
        if (onChanges.size === 0) listeners.delete(key);
      };
    },
    setTargets(list) {
      distances = new Map(list.map(({ key, distance }) => [key, distance]));
      for (const onChange of targetListeners) onChange();
      for (const [key, entry] of entries) {
        if (entry.shown.state === 'loading' && !distances.has(key)) drop(key, entry);
      }
      // Farthest first, so that the nearest end up as the most recent targets.
      for (const { key } of [...list].reverse()) if (held.delete(key)) held.add(key);
      for (const { key, url } of list) {
        const entry = entries.get(key) ?? { url, shown: EMPTY, load: null, attempt: 0 };
        entries.set(key, entry);
        // An image that failed is tried again if its address has changed since.
        const isRenewed = entry.shown.state === 'failed' && entry.url !== url;
        if (entry.shown.state !== 'empty' && !isRenewed) continue;
        entry.url = url;
        start(key, entry);
      }
      release();
    },
    isTarget: (key) => distances.has(key),
    subscribeTargets(onChange) {
      targetListeners.add(onChange);
      return () => void targetListeners.delete(onChange);
    },
    retry(key) {
      const entry = entries.get(key);
      if (entry?.shown.state === 'failed') start(key, entry);
    },
    markUndrawable(key) {
      const entry = entries.get(key);
      if (entry?.shown.state === 'ready') show(key, entry, { state: 'failed', source: null });
    },
    seen: () =>
      [...entries].flatMap(([key, { url, shown }]) =>
        shown.source !== null && isSeen(distances.get(key)) ? [{ url, source: shown.source }] : [],
      ),
    dispose() {
      for (const [key, entry] of entries) drop(key, entry);
      entries.clear();
    },
  };
}
