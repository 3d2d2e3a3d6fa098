import type { Envelope } from '#contract/envelope';
import type { Cipher } from './cipher.ts';
import type { DuplicateBlock } from './duplicate-block.ts';

export const TIME_OUT_MS = 600_000;
export const SLOW_AFTER_MS = 8000;
const RETRIES = 2;
const LONGEST_RETRY_SECONDS = 5;

/** The actions of the reader while a call is slow. */
export type SlowCall = { cancel(): void; retry(): void };

export type ExchangeEnvironment = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  cipher: Cipher;
  token(): string | null;
  log(message: string): void;
  /** Offers to cancel or retry; the returned function withdraws the offer. */
  offerSlow(call: SlowCall): () => void;
};

export type ExchangeOptions = {
  url: string;
  /** The sealed payload. */
  body: string;
  /** The payload before sealing, by which duplicates are recognised. */
  plain: string;
  background: boolean;
  /** Lets the request outlive the page. */
  keepalive: boolean;
};

/** An answer, and the token its request carried. */
export type Exchange = { answer: Envelope; sentWith: string | null };

export const CANCELLED = { status: -404, message: '已取消', code: -404, data: null };
/** In place of an answer where there is no session to send a call with. */
export const NO_SESSION = { status: -404, message: '暂时连接不上', code: -404, data: null };
const NETWORK_ERROR = { status: -404, message: '网络异常', code: -404, data: null };

/** HTTP statuses whose body is an envelope; every other outcome is a network error. */
const ENVELOPE_STATUSES = [200, 304, 400];

/** The server is too busy and has done nothing yet. It names the seconds after which to try again. */
class Busy extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfter: string) {
    super('HTTP 503');
    this.retryAfterMs = Math.min(Number(retryAfter) || 1, LONGEST_RETRY_SECONDS) * 1000;
  }
}

/** Sends one request and reads its answer. Sends it again whenever the reader chooses to retry a slow one. */
export function createExchange(environment: ExchangeEnvironment, block: DuplicateBlock) {
  async function post({ url, body, keepalive }: ExchangeOptions, token: string | null, signal: AbortSignal) {
    const response = await environment.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', ...(token && { Authorization: `Bearer ${token}` }) },
      body,
      signal,
      keepalive,
    });
    const retryAfter = response.headers.get('retry-after');
    if (response.status === 503 && retryAfter !== null) throw new Busy(retryAfter);
    if (!ENVELOPE_STATUSES.includes(response.status)) throw new Error(`HTTP ${response.status}`);
    return asEnvelope(environment.cipher.open(await response.text()));
  }

  return async (options: ExchangeOptions): Promise<Exchange> => {
    const { url, plain, background } = options;
    for (let retries = RETRIES; ; ) {
      const sentWith = environment.token();
      const controller = new AbortController();
      let choice: 'cancel' | 'retry' | null = null;
      let withdraw: (() => void) | null = null;
      const choose = (made: 'cancel' | 'retry') => () => {
        choice = made;
        controller.abort();
      };
      const offerSlow = () => {
        withdraw = environment.offerSlow({ cancel: choose('cancel'), retry: choose('retry') });
      };
      const timeOut = setTimeout(() => controller.abort(), TIME_OUT_MS);
      const slow = background ? undefined : setTimeout(offerSlow, SLOW_AFTER_MS);
      try {
        return { sentWith, answer: await post(options, sentWith, controller.signal) };
      } catch (error) {
        environment.log(`${url}: ${choice ?? String(error)}`);
        if (choice === 'cancel') return { sentWith, answer: CANCELLED };
        if (choice === null) {
          if (!(error instanceof Busy) || retries-- === 0) return { sentWith, answer: NETWORK_ERROR };
          await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs));
        }
      } finally {
        clearTimeout(timeOut);
        clearTimeout(slow);
        withdrawNotice(withdraw);
      }
      await block.waitAndPass(url, plain);
    }
  };
}

// Called through a parameter, because the compiler can't see that a timer may have set the variable.
function withdrawNotice(withdraw: (() => void) | null) {
  withdraw?.();
}

function asEnvelope(value: unknown): Envelope {
  if (typeof value !== 'object' || value === null || !('status' in value) || typeof value.status !== 'number') {
    throw new Error('not an envelope');
  }
  return { message: '', code: 0, data: null, ...value, status: value.status };
}
