import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '#contract/envelope';
import { REFUSALS } from '#contract/refusals';
import type { App } from '../app.ts';
import type { Answer } from '../core/dispatch/answer.ts';
import type { Origin } from '../core/dispatch/ctx.ts';
import { FOR_BROWSERS } from './browser-headers.ts';
import { createForeignRule } from './foreign-pages.ts';
import type { ReadBody } from './request-body.ts';
import { createRequestSource, type Trust } from './request-source.ts';
import type { SettingNotes } from './setting-notes.ts';

const PREFIX = '/api/';
const COOKIE_SECONDS = 15_552_000;
/** The maximum age of a cookie in browsers. */
const DEVICE_COOKIE_SECONDS = 34_560_000;
const DEVICE_COOKIE = /(?:^|; ?)device=([\w-]{43})(?:;|$)/;
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const LOG_EVERY_MS = 60_000;

/** Headers of every answer to a call. */
const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...FOR_BROWSERS };
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
  ...FOR_BROWSERS,
};

type Making = { headers: Record<string, string>; made: Promise<Answer> };

type CallHandlerOptions = {
  readBody: ReadBody;
  publicUrl: string | null;
  trust: Trust;
  build: string | null;
  noteSetting: SettingNotes;
};

/** `whenScheduled` runs the answer when the request scheduler starts it. */
type CallHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  whenScheduled: (answer: () => void) => void,
) => boolean;

type CallsParts = Pick<App, 'answers' | 'cipher' | 'metrics' | 'log' | 'served'>;

/**
 * Handles POST /api/<path>, the only entry of all calls. It runs before the framework, which costs more than sending a cached
 * answer. Returns false, and does nothing, if the request is not a call.
 */
export function createCallHandler(
  { answers, cipher, metrics, log, served }: CallsParts,
  { readBody, publicUrl, trust, build, noteSetting }: CallHandlerOptions,
): CallHandler {
  const source = createRequestSource(trust);
  const { foreign, readableBy, siteOf } = createForeignRule(publicUrl, source.host);
  // A cached page of another build reloads when it sees this header: it may not understand the answers of this build.
  const common = build === null ? HEADERS : { ...HEADERS, 'x-build': build };
  const sealed = (name: 'unreadableRequest' | 'serverError') => {
    const { code, message } = REFUSALS[name];
    return cipher.seal(JSON.stringify({ status: 0, message, code, data: null }));
  };
  const mostBytes = new Map(served.map(({ call: { path, mostBodyBytes } }) => [path, mostBodyBytes]));
  let loggedAt = Number.NEGATIVE_INFINITY;

  function answer(request: IncomingMessage, response: ServerResponse, body: string | null): void {
    const reader = readableBy(request);
    const headers = reader === undefined ? common : { ...common, ...allowing(reader) };
    const path = pathOf(request);
    if (body === null) {
      send(response, 400, headers, sealed('unreadableRequest'));
      return;
    }
    const made = answers.answer(path, body, () => {
      noteSetting(request, siteOf(request));
      return originOf(request);
    });
    if (made instanceof Promise) sendMade(request, response, { headers, made });
    else send(response, made.status, withExpiry(headers, made), made.body);
  }

  function sendMade(request: IncomingMessage, response: ServerResponse, { headers, made: making }: Making): void {
    making
      .then((made) => {
        const cookies = cookiesOf(made, source.secure(request));
        // Our pages never call by form. Old browsers don't send the calling site, so a foreign form could replace the session.
        if (cookies.length > 0 && !FORM.test(request.headers['content-type'] ?? ''))
          response.setHeader('set-cookie', cookies);
        send(response, made.status, withExpiry(headers, made), made.body);
      })
      .catch((error) => {
        log.error({ err: error }, 'a request failed');
        send(response, 500, headers, sealed('serverError'));
      });
  }

  function originOf(request: IncomingMessage): Origin {
    const { authorization, cookie = '', 'user-agent': userAgent } = request.headers;
    return {
      address: source.address(request),
      url: siteOf(request) ?? publicUrl ?? source.origin(request),
      secure: source.secure(request),
      userAgent: userAgent ?? '',
      token: authorization?.startsWith('Bearer ') ? authorization.slice(7) : null,
      deviceCookie: DEVICE_COOKIE.exec(cookie)?.[1],
    };
  }

  /** Counts every refusal, but logs at most one a minute: behind a proxy that hides the host every call is refused. */
  function recordForeign(reason: string, request: IncomingMessage): void {
    metrics.countForeign(reason);
    const now = performance.now();
    const level = now - loggedAt < LOG_EVERY_MS ? 'debug' : 'info';
    if (level === 'info') loggedAt = now;
    const origin = request.headers.origin?.slice(0, 200);
    log[level]({ reason, origin, host: source.host(request).slice(0, 200) }, 'refused a call made by another site');
  }

  function answerOwn(request: IncomingMessage, response: ServerResponse, body: string | null): void {
    // The rest of the body is not read.
    if (body === null) response.shouldKeepAlive = false;
    const reason = foreign(request);
    if (reason !== null) {
      recordForeign(reason, request);
      send(response, 403, FOR_BROWSERS, '');
    } else if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...PREFLIGHT, ...allowing(request.headers.origin) }).end();
    } else answer(request, response, body);
  }

  return (request, response, whenScheduled) => {
    const { method, url } = request;
    if (!url?.startsWith(PREFIX) || (method !== 'POST' && method !== 'OPTIONS')) return false;
    readBody(request, mostBytes.get(pathOf(request)) ?? MAX_BODY_BYTES, (body) =>
      whenScheduled(() => answerOwn(request, response, body)),
    );
    return true;
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return url.slice(PREFIX.length, query < 0 ? undefined : query);
}

function allowing(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'x-build', vary: 'Origin' };
}

/** `Expires`: when the answer becomes outdated without a write. It is not cached; the page requests it again at that time. */
function withExpiry(headers: Record<string, string>, { expires }: Pick<Answer, 'expires'>): Record<string, string> {
  return expires === undefined ? headers : { ...headers, expires };
}

/** Sealed text is base64: one byte per character. */
function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body, 'latin1');
}

function cookiesOf({ token, deviceCookie }: Answer, secure: boolean): string[] {
  const ending = `SameSite=Lax${secure ? '; Secure' : ''}`;
  return [
    ...(token ? [`token=${token}; Path=/; Max-Age=${COOKIE_SECONDS}; ${ending}`] : []),
    ...(deviceCookie
      ? [`device=${deviceCookie}; Path=/api/user; Max-Age=${DEVICE_COOKIE_SECONDS}; HttpOnly; ${ending}`]
      : []),
  ];
}
