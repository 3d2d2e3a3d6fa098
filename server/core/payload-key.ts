import { LRUCache } from 'lru-cache';
import type { Call } from '#contract/call';
import { parseBody, parsePayload } from './body.ts';
import type { Cipher } from './cipher.ts';

/** The cache keys of shared calls. */
export type PayloadKeys = {
  /** Equal for all bodies with equal fields; null where the body is unreadable or does not fit the schema. */
  keyOf(call: Call, body: string): string | null;
  /** The result of `lookUp` for the key of a body. */
  find<Found>(call: Call, body: string, lookUp: (key: string) => Found | undefined): Found | undefined;
};

/**
 * `isPlain`: the text is written as our client writes it. Any number of texts may have the same key, but few are plain.
 */
type PayloadKey = { key: string; isPlain: boolean };

/** How many bodies of a call are remembered with their key, and up to which length. */
const MOST_REMEMBERED = 500;
const LONGEST_REMEMBERED = 1_000;

/**
 * The key of a payload is its fields as the schema parses them: in the schema's order, with defaults, without unknown ones.
 * The key of a plain body for which something was found is remembered, so that the body is not opened again.
 */
export function createPayloadKeys(cipher: Cipher): PayloadKeys {
  const remembered = new Map<string, LRUCache<string, string>>();

  function bodiesOf({ path }: Call): LRUCache<string, string> {
    const known = remembered.get(path);
    if (known) return known;
    const bodies = new LRUCache<string, string>({ max: MOST_REMEMBERED });
    remembered.set(path, bodies);
    return bodies;
  }

  function read(call: Call, body: string): PayloadKey | null {
    try {
      return payloadKey(call, body === '' ? '' : cipher.open(body));
    } catch {
      return null;
    }
  }

  return {
    keyOf: (call, body) => bodiesOf(call).get(body) ?? read(call, body)?.key ?? null,
    find(call, body, lookUp) {
      const bodies = bodiesOf(call);
      const known = bodies.get(body);
      if (known !== undefined) return lookUp(known);
      const made = read(call, body);
      const found = made ? lookUp(made.key) : undefined;
      if (made?.isPlain && found && body.length <= LONGEST_REMEMBERED) bodies.set(body, made.key);
      return found;
    },
  };
}

/** Throws where the text is not a payload; null where it does not fit the schema. */
function payloadKey(call: Call, text: string): PayloadKey | null {
  const input = parseBody(text);
  const { success, output } = parsePayload(call, input);
  if (!success) return null;
  return { key: `${call.path}\n${JSON.stringify(output)}`, isPlain: text === '' || isPlain(text, input, output) };
}

function isPlain(text: string, input: unknown, output: unknown): boolean {
  if (typeof input !== 'object' || input === null || typeof output !== 'object' || output === null) return false;
  return Object.keys(input).every((field) => Object.hasOwn(output, field)) && JSON.stringify(input) === text;
}
