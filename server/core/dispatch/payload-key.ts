import { LRUCache } from 'lru-cache';
import type { AnyCall } from '#contract/call';
import type { CallBody } from './body.ts';

/** How many bodies of a call are remembered with their key, and up to which length. */
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 1_000;

/**
 * The cache key of a payload: its fields as the schema parses them, in the schema's order, with defaults, without unknown
 * ones. Null if the body is unreadable or does not fit the schema.
 */
export function payloadKey({ path }: AnyCall, body: CallBody | null): string | null {
  const parsed = body?.parsed();
  return parsed?.success ? `${path}\n${JSON.stringify(parsed.output)}` : null;
}

/** The keys of sealed bodies, so that a body is not opened again. */
export type KnownBodies = {
  keyOf(call: AnyCall, sealed: string): string | undefined;
  /** Does nothing for a body that our client would not write: any number of texts may have the same key. */
  remember(call: AnyCall, sealed: string, body: CallBody, key: string): void;
};

export function createKnownBodies(): KnownBodies {
  const known = new Map<string, LRUCache<string, string>>();
  return {
    keyOf: ({ path }, sealed) => known.get(path)?.get(sealed),
    remember({ path }, sealed, body, key) {
      if (sealed.length > LONGEST_REMEMBERED || !isPlain(body)) return;
      const bodies = known.get(path) ?? new LRUCache<string, string>({ max: MOST_REMEMBERED });
      known.set(path, bodies.set(sealed, key));
    },
  };
}

/** Whether the text is written as our client writes it. */
function isPlain({ text, input, parsed }: CallBody): boolean {
  if (text === '') return true;
  const { output } = parsed();
  if (typeof input !== 'object' || input === null || typeof output !== 'object' || output === null) return false;
  return Object.keys(input).every((field) => Object.hasOwn(output, field)) && JSON.stringify(input) === text;
}
