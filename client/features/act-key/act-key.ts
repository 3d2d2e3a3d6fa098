import type { Call, DataOf, InputOf } from '#contract/call';
import { serverError } from '#contract/codes';
import { CallError, request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import type { SendOptions } from '../../runtime/send/send.ts';

/** Acts whose outcome is not known yet, each with its key; they outlive a reload. */
const STORED = 'acts';

/** A call that carries a key, so that a repeated one has no other effect. */
type Keyed<C extends Call> = InputOf<C> & { key: string };

/**
 * Makes a call with a key of the reader's act. As long as no answer says what became of it, the same act is sent with
 * the same key, also after a reload: paid twice is never what the reader wants. `act` names what is done, for how much.
 */
export async function sendOnce<C extends Call>(
  call: C,
  act: string,
  payload: Omit<Keyed<C>, 'key'>,
  options?: SendOptions,
): Promise<DataOf<C>> {
  const name = `${call.path} ${act}`;
  const key = readKeys()[name] ?? newKey();
  storeKeys({ ...readKeys(), [name]: key });
  try {
    // What is left out is exactly what is put in again, which the compiler can't see through `C`.
    const data = await retryWhileBlocked(() => request(call, { ...payload, key } as Keyed<C>, options));
    forget(name);
    return data;
  } catch (error) {
    if (isAnswered(error)) forget(name);
    throw error;
  }
}

/** Whether an error tells that nothing was done. Without an answer, or after a fault of the server, nobody knows. */
export function isAnswered(error: unknown): error is CallError {
  return error instanceof CallError && error.status !== -404 && error.code !== serverError;
}

function forget(name: string) {
  const { [name]: _, ...others } = readKeys();
  storeKeys(others);
}

function newKey(): string {
  // Not randomUUID, which plain http does not have.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let keys: Record<string, string> | null = null;

function readKeys(): Record<string, string> {
  if (keys) return keys;
  try {
    // The edge of the parsed world: this app alone writes it.
    keys = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, string>;
  } catch {
    keys = {};
  }
  return keys;
}

function storeKeys(next: Record<string, string>) {
  keys = next;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    // Kept in memory, which a reload forgets.
  }
}
