import * as v from 'valibot';
import type { AnyCall } from '#contract/call';
import { MAX_BODY_DEPTH } from '#contract/envelope';
import type { Cipher } from './cipher.ts';

/** The body of a call, opened. `text` is the JSON, `input` the parsed value. */
export type CallBody = {
  text: string;
  input: unknown;
  /** `input` by the schema of the call, parsed once. */
  parsed(): ReturnType<typeof parsePayload>;
};

/** Null if the body can't be decrypted or is not JSON that a payload may have. `call` is undefined for an unknown path. */
export function openBody(sealed: string, cipher: Cipher, call: AnyCall | undefined): CallBody | null {
  try {
    const text = sealed === '' ? '' : cipher.open(sealed);
    const input = parseBody(text);
    let result: ReturnType<typeof parsePayload> | undefined;
    const parsed = () => {
      if (!call) throw new Error('an unknown call has no schema');
      result ??= parsePayload(call, input);
      return result;
    };
    return { text, input, parsed };
  } catch {
    return null;
  }
}

/**
 * Parses the JSON of a body. Throws if it is not JSON, is nested deeper than any payload, or has a NUL in a text,
 * which PostgreSQL cannot store.
 */
export function parseBody(text: string): unknown {
  if (text === '') return {};
  if (depthOf(text) > MAX_BODY_DEPTH) throw new Error('nested too deep');
  return JSON.parse(text);
}

/** Checks the parsed value against the call's schema. For valibot an array is an object too; a payload must not be one. */
function parsePayload({ payload }: AnyCall, input: unknown) {
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
