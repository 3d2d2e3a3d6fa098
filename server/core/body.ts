import * as v from 'valibot';
import type { Call } from '#contract/call';
import { MAX_BODY_DEPTH } from '#contract/envelope';

/**
 * Parses the JSON of a body. Throws where it is not JSON, is nested deeper than any payload, or has a NUL in a text,
 * which PostgreSQL cannot store.
 */
export function parseBody(text: string): unknown {
  if (text === '') return {};
  if (depthOf(text) > MAX_BODY_DEPTH) throw new Error('nested too deep');
  return JSON.parse(text);
}

/** Checks what was parsed against the call's schema. For valibot an array is an object too; for a payload it is none. */
export function parsePayload({ payload }: Call, input: unknown) {
  return v.safeParse(payload, Array.isArray(input) ? null : input, { abortEarly: true });
}

/** The nesting depth of brackets outside strings, counted before parsing so that a hostile body costs one pass. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) {
        if (text.startsWith('u0000', i + 1)) throw new Error('has a NUL');
        i++;
      } else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 || c === 91) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (c === 125 || c === 93) depth--;
  }
  return deepest;
}
