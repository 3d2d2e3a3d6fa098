import type { Call, DataOf, InputOf } from '#contract/call';
import * as codes from '#contract/codes';
import type { Envelope } from '#contract/envelope';
import type { Cipher } from './cipher.ts';
import { createDuplicateBlock } from './duplicate-block.ts';

export const TIME_OUT_MS = 600_000;
export const SLOW_AFTER_MS = 8000;

/** What the reader may do about a call that takes long. */
export type SlowCall = { cancel(): void; retry(): void };

/** Everything the one fetch touches, so that a test can stand in for the browser. */
export type Surroundings = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  cipher: Cipher;
  /** The address before `/api/`; empty for this origin. */
  base(): string;
  token(): string | null;
  started(): void;
  ended(failed: boolean): void;
  toast(message: string): void;
  log(message: string): void;
  /** The present session is gone: status 403 or `sessionLost`. */
  sessionLost(): void;
  /** `loginRequired`: the session is fine, but this needs a login. Resolves to whether the reader logged in. */
  loginNeeded(): Promise<boolean>;
  /** `ageUnconfirmed`: the reader is asked whether they are of age. Resolves to whether they have said so. */
  ageNeeded(): Promise<boolean>;
  /** Offers to cancel or retry; the function it gives back takes the offer away. */
  slow(call: SlowCall): () => void;
};

export type SendOptions = {
  /** Neither raises the loading counter nor toasts; a lost session is acted on, and said, all the same. */
  background?: boolean;
  /** Codes the caller deals with itself, `sessionLost` among them: the reader is told nothing of them. */
  expected?: readonly number[];
  /** Lets the request outlive the page, for what must not be lost on leaving. */
  keepalive?: boolean;
};

export type Send = <C extends Call>(
  call: C,
  payload?: InputOf<C>,
  options?: SendOptions,
) => Promise<Envelope<DataOf<C>>>;

/** HTTP statuses whose body is an answer; every other outcome is a network error. */
const ANSWERED = [200, 304, 400];

/** An answer, and the token its request carried. */
type Exchanged = { answer: Envelope; sentWith: string | null };

/** Calls that end the token they are made with. */
const ROTATING = ['user/login', 'user/login-by-sms', 'user/password', 'user/bind-phone', 'user/logout', 'user/delete'];

const NETWORK_ERROR = { status: -404, message: '网络异常', code: -404, data: null };
const CANCELLED = { status: -404, message: '已取消', code: -404, data: null };

/** What a reader is shown of an answer: not the field's name after the sentence of `invalidField`, which is for developers. */
export function messageOf({ code, message }: Pick<Envelope, 'code' | 'message'>): string {
  return code === codes.invalidField ? message.replace(/：.*/s, '') : message;
}

/**
 * The one way to make a call. Answers are always an envelope: what the server said, or status -404 when it could
 * not be asked. Rejects for a duplicate within a second only.
 */
export function createSend(around: Surroundings): Send {
  const block = createDuplicateBlock(around.now);
  const rotations = new Set<Promise<unknown>>();

  /** Until a call that ends the present token is answered, nobody knows whether the token of another one was alive. */
  async function rotated() {
    while (rotations.size > 0) {
      await Promise.all(rotations);
      // The new token is taken up right after its answer.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  async function attempt(url: string, body: string, token: string | null, signal: AbortSignal, keepalive: boolean) {
    const response = await around.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', ...(token && { Authorization: `Bearer ${token}` }) },
      body,
      signal,
      keepalive,
    });
    if (!ANSWERED.includes(response.status)) throw new Error(`HTTP ${response.status}`);
    return asEnvelope(around.cipher.open(await response.text()));
  }

  /** Repeats the attempt as long as the reader, tired of waiting, says 重试. */
  async function exchange(url: string, body: string, plain: string, options: SendOptions): Promise<Exchanged> {
    for (;;) {
      const sentWith = around.token();
      const controller = new AbortController();
      let choice: 'cancel' | 'retry' | null = null;
      let withdraw: (() => void) | null = null;
      const choose = (made: 'cancel' | 'retry') => () => {
        choice = made;
        controller.abort();
      };
      const offerSlow = () => {
        withdraw = around.slow({ cancel: choose('cancel'), retry: choose('retry') });
      };
      const timeOut = setTimeout(() => controller.abort(), TIME_OUT_MS);
      const slow = options.background ? undefined : setTimeout(offerSlow, SLOW_AFTER_MS);
      try {
        const keepalive = options.keepalive ?? false;
        return { sentWith, answer: await attempt(url, body, sentWith, controller.signal, keepalive) };
      } catch (error) {
        around.log(`${url}: ${choice ?? String(error)}`);
        if (choice === 'cancel') return { sentWith, answer: CANCELLED };
        if (choice === null) return { sentWith, answer: NETWORK_ERROR };
      } finally {
        clearTimeout(timeOut);
        clearTimeout(slow);
        takeAway(withdraw);
      }
      await block.turn(url, plain);
    }
  }

  function passOrLog(url: string, plain: string) {
    try {
      block.pass(url, plain);
    } catch (error) {
      around.log(String(error));
      throw error;
    }
  }

  async function react({ answer, sentWith }: Exchanged, { background = false, expected = [] }: SendOptions) {
    const lost = answer.status === 403 || answer.code === codes.sessionLost;
    if (lost && !expected.includes(answer.code)) {
      await rotated();
      // The session this answer speaks of has been replaced already: somebody else has acted on it.
      if (sentWith !== around.token()) return;
      around.sessionLost();
    }
    const silent =
      (background && !lost) ||
      answer === CANCELLED ||
      answer.status === 1 ||
      answer.message === 'success' ||
      // Told by the dialog that asks.
      answer.code === codes.ageUnconfirmed ||
      expected.includes(answer.code);
    if (!silent && answer.message) around.toast(messageOf(answer));
  }

  return async <C extends Call>(call: C, payload?: InputOf<C>, options: SendOptions = {}) => {
    const url = `${around.base()}/api/${call.path}`;
    const plain = payload === undefined ? '' : JSON.stringify(payload);
    passOrLog(url, plain);
    const body = payload === undefined ? '' : around.cipher.seal(payload);
    for (;;) {
      if (!options.background) around.started();
      const exchanging = exchange(url, body, plain, options);
      if (ROTATING.includes(call.path)) rotations.add(exchanging);
      const exchanged = await exchanging.finally(() => rotations.delete(exchanging));
      if (!options.background) around.ended(exchanged.answer.status === -404);
      await react(exchanged, options);
      // After the login, or once of age, the reader goes on with what they wanted to do.
      const goesOn =
        (exchanged.answer.code === codes.loginRequired && !options.background && (await around.loginNeeded())) ||
        (exchanged.answer.code === codes.ageUnconfirmed && !options.background && (await around.ageNeeded()));
      if (goesOn) {
        // Screens ask anew for the new reader too: the repeat is one of those calls, sent when it may be.
        await block.turn(url, plain);
        continue;
      }
      // The edge of the parsed world: the server has checked its answer against the same schema.
      return exchanged.answer as Envelope<DataOf<C>>;
    }
  };
}

// Called through a parameter, for the compiler can't see that a timer may have set the variable.
function takeAway(withdraw: (() => void) | null) {
  withdraw?.();
}

function asEnvelope(value: unknown): Envelope {
  if (typeof value !== 'object' || value === null || !('status' in value) || typeof value.status !== 'number') {
    throw new Error('not an envelope');
  }
  return { message: '', code: 0, data: null, ...value, status: value.status };
}
