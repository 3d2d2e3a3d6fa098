import type { Call, DataOf, InputOf } from '#contract/call';
import { serverError } from '#contract/codes';
import { CallError, request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import type { SendOptions } from '../../runtime/send/send.ts';
import { tabStorage } from '../../runtime/storage/safe-storage.ts';

/** The sessionStorage key of actions with an unknown outcome and their idempotency keys. They survive a reload. */
const STORED = 'acts';

/** The input of a call with an idempotency key. A repeated call with the same key has no further effect. */
type Keyed<C extends Call> = InputOf<C> & { key: string };

/**
 * Sends a call with an idempotency key. Until an answer shows the outcome, the same action is sent with the same key, also after
 * a reload, so that the reader never pays twice. `action` names the action and the amount.
 */
export async function sendOnce<C extends Call>(
  call: C,
  action: string,
  payload: Omit<Keyed<C>, 'key'>,
  options?: SendOptions,
): Promise<DataOf<C>> {
  const name = `${call.path} ${action}`;
  const key = readKeys()[name] ?? newKey();
  storeKeys({ ...readKeys(), [name]: key });
  try {
    // The compiler can't see that `payload` and `key` together are the input of `C`.
    const data = await retryWhileBlocked(() => request(call, { ...payload, key } as Keyed<C>, options));
    forget(name);
    return data;
  } catch (error) {
    if (isAnswered(error)) forget(name);
    throw error;
  }
}

/** Whether the error is an answer that says that nothing was done. Without an answer or after a server fault it is unknown. */
export function isAnswered(error: unknown): error is CallError {
  return error instanceof CallError && error.status !== -404 && error.code !== serverError;
}

function forget(name: string) {
  const { [name]: _, ...others } = readKeys();
  storeKeys(others);
}

export function newKey(): string {
  // `randomUUID` is not available over plain http.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let keys: Record<string, string> | null = null;

function readKeys(): Record<string, string> {
  if (keys) return keys;
  try {
    // Only this app writes it, so it is not checked.
    keys = JSON.parse(tabStorage.getItem(STORED) ?? '{}') as Record<string, string>;
  } catch {
    keys = {};
  }
  return keys;
}

function storeKeys(next: Record<string, string>) {
  keys = next;
  try {
    tabStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    // The keys stay in memory until a reload.
  }
}
