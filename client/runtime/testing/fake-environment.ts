import { DEFAULT_IV, DEFAULT_KEY } from '#contract/envelope';
import { createCipher } from '../send/cipher.ts';
import type { SlowCall } from '../send/exchange.ts';
import { createSend, type SendEnvironment } from '../send/send.ts';
import { createCookies } from '../session/cookies.ts';

export const cipher = createCipher(DEFAULT_KEY, DEFAULT_IV);

type Sent = { url: string; init: RequestInit; payload: unknown };
type Reply = { http?: number; body?: unknown; raw?: string; headers?: Record<string, string> } | Error | 'never';

/** A cookie jar that behaves as `document.cookie` does: assignments add up, `Max-Age=0` deletes. */
export function createJar() {
  const held = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return [...held].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
      if (text.includes('Max-Age=0')) held.delete(name);
      else held.set(name, value);
    },
  };
}

/** Everything the one fetch touches, recorded, with replies chosen by the test. */
export function fakeEnvironment(reply: (sent: Sent, count: number) => Reply | Promise<Reply>) {
  const jar = createJar();
  const seen = {
    sent: [] as Sent[],
    toasts: [] as string[],
    logs: [] as string[],
    running: 0,
    raised: 0,
    failures: 0,
    lost: 0,
    logins: 0,
    /** Whether the reader logs in when the login dialog opens. */
    logsIn: false,
    askedForAge: 0,
    /** Whether the reader confirms to be of age in the age dialog. */
    confirmsAge: false,
    slow: [] as SlowCall[],
  };
  const cookies = createCookies(jar, false);
  const environment: SendEnvironment = {
    fetch: (url, init) => {
      const sent = { url, init, payload: init.body ? cipher.open(String(init.body)) : undefined };
      seen.sent.push(sent);
      return answer(reply(sent, seen.sent.length), init.signal ?? null);
    },
    now: () => Date.now(),
    cipher,
    base: cookies.base,
    token: cookies.token,
    callStarted: () => {
      seen.running += 1;
      seen.raised += 1;
    },
    callEnded: (failed) => {
      seen.running -= 1;
      seen.failures += Number(failed);
    },
    toast: (message) => seen.toasts.push(message),
    log: (message) => seen.logs.push(message),
    handleLostSession: () => {
      seen.lost += 1;
      cookies.clearToken();
    },
    requestLogin: async () => {
      seen.logins += 1;
      return seen.logsIn;
    },
    requestAgeConfirmation: async () => {
      seen.askedForAge += 1;
      return seen.confirmsAge;
    },
    offerSlow: (call) => {
      seen.slow.push(call);
      return () => seen.slow.splice(seen.slow.indexOf(call), 1);
    },
  };
  return { environment: environment, send: createSend(environment), cookies, jar, seen };
}

export function ok(data: unknown = {}): Reply {
  return { body: { status: 1, message: 'success', code: 0, data } };
}

export function refused(code: number, message: string, status = 0, data: unknown = null): Reply {
  return { body: { status, message, code, data } };
}

async function answer(reply: Reply | Promise<Reply>, signal: AbortSignal | null): Promise<Response> {
  const given = await reply;
  if (given instanceof Error) throw given;
  if (given === 'never') {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  }
  const text = given.raw ?? (given.body === undefined ? '' : cipher.seal(given.body));
  const status = given.http ?? 200;
  return new Response(status === 304 ? null : text, { status, headers: given.headers });
}
