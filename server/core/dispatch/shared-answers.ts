import { perAddress } from '#contract/call';
import { REFUSALS } from '#contract/refusals';
import { type LocalLimits, takePerAddress } from '../limits/rate-limit.ts';
import type { Answer, MadeAnswer } from './answer.ts';
import { openBody } from './body.ts';
import type { Cipher } from './cipher.ts';
import type { Origin } from './ctx.ts';
import { type Dispatcher, PAGE, type Served } from './dispatch.ts';
import { createKnownBodies, payloadKey } from './payload-key.ts';
import type { SealedAnswers } from './sealed-answers.ts';

/** The dispatcher with a cache around it: answers that are the same for everybody are made once. */
export type Answers = {
  /** A cached answer comes at once, without a promise. `from` is called only if the answer must be made. */
  answer(path: string, sealed: string, from: () => Origin): Answer | Promise<Answer>;
  /** The sealed answer to a shared call that is included in a page. It is cached, and not counted for any address. */
  forPage(path: string, sealed: string): Promise<string | Buffer>;
};

type AnswersParts = {
  dispatcher: Dispatcher;
  cipher: Cipher;
  sealed: SealedAnswers;
  /** Counts the shared answers computed for an address; in this process, because it protects this process. */
  misses: LocalLimits;
  observe(path: string, code: number, seconds: number): void;
  observeCached(path: string): void;
};

/** Most answers come from the cache. The limit stops clients that keep sending new payloads. */
const MISSES = perAddress(200, 10);

export function createAnswers({ dispatcher, cipher, misses, ...parts }: AnswersParts): Answers {
  const known = createKnownBodies();

  async function observed(path: string, make: () => Promise<MadeAnswer>): Promise<Answer> {
    const started = performance.now();
    let { code } = REFUSALS.serverError;
    try {
      const made = await make();
      code = made.code;
      return made;
    } finally {
      parts.observe(path, code, (performance.now() - started) / 1000);
    }
  }

  function find(key: string, path: string): Answer | undefined {
    const found = parts.sealed.cached(key);
    if (found) parts.observeCached(path);
    return found;
  }

  function share({ call, shared }: Served, sealed: string, from: () => Origin): Answer | Promise<Answer> {
    const { path } = call;
    const knownKey = known.keyOf(call, sealed);
    const found = knownKey === undefined ? undefined : find(knownKey, path);
    if (found) return found;
    const body = openBody(sealed, cipher, call);
    const key = payloadKey(call, body);
    if (!body || key === null) return observed(path, () => dispatcher.handle(path, body, from()));
    const cached = knownKey === undefined ? find(key, path) : undefined;
    if (cached) {
      known.remember(call, sealed, body, key);
      return cached;
    }
    const origin = from();
    if (origin !== PAGE && !parts.sealed.isBeingMade(key)) {
      const wait = takePerAddress(misses, 'shared answers', MISSES, origin.address);
      // Not cached: other addresses that send the same payload have not exceeded the limit.
      if (wait !== null) return observed(path, () => dispatcher.refuseFor(wait, origin));
    }
    const make = () => dispatcher.handle(path, body, origin);
    return observed(path, () => parts.sealed.keep(key, shared ?? [], make));
  }

  function answer(path: string, sealed: string, from: () => Origin): Answer | Promise<Answer> {
    const served = dispatcher.find(path);
    if (served?.shared) return share(served, sealed, from);
    return observed(served ? path : 'unknown', () => dispatcher.handle(path, sealed, from()));
  }

  return { answer, forPage: async (path, sealed) => (await answer(path, sealed, () => PAGE)).body };
}
