import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES } from '#contract/envelope';
import { REFUSALS } from '#contract/refusals';
import type { App } from '../app.ts';
import type { Answer } from '../core/dispatch/answer.ts';
import type { Origin } from '../core/dispatch/ctx.ts';
import { acceptBodies } from './bodies.ts';
import { createForeignRecorder, createForeignRule } from './foreign-pages.ts';
import type { OpenShares } from './load/open-shares.ts';
import { originOf } from './request-source.ts';
import type { SettingNotes } from './setting-notes.ts';
import { pathOf } from './url-parts.ts';

const PREFIX = '/api';
const COOKIE_SECONDS = 15_552_000;
/** The maximum age of a cookie in browsers. */
const DEVICE_COOKIE_SECONDS = 34_560_000;
const DEVICE_COOKIE = /(?:^|; ?)device=([\w-]{43})(?:;|$)/;
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Headers of every answer to a call. */
const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
};

type CallsParts = Pick<App, 'answers' | 'cipher' | 'metrics' | 'log' | 'served'> & {
  publicUrl: string | null;
  build: string | null;
  noteSetting: SettingNotes;
  shares: OpenShares;
};
type CallRequest = FastifyRequest<{ Body?: string }>;

/** Serves POST /api/<path> for every call. */
export function serveCalls(http: FastifyInstance, parts: CallsParts): void {
  const { answers, cipher, log, served, publicUrl, build, noteSetting, shares } = parts;
  const { foreign, originThatMayRead, siteOf } = createForeignRule(publicUrl);
  const recordForeign = createForeignRecorder(parts);
  // A cached page of another build reloads when it sees this header: possibly it does not understand the answers of this build.
  const headers = build === null ? HEADERS : { ...HEADERS, 'x-build': build };
  const refusal = (name: 'unreadableRequest' | 'serverError') => {
    const { code, message } = REFUSALS[name];
    return cipher.seal(JSON.stringify({ status: 0, message, code, data: null }));
  };

  function callerOf(request: FastifyRequest): Origin {
    noteSetting(request, siteOf(request));
    const { authorization, cookie = '', 'user-agent': userAgent } = request.headers;
    return {
      address: request.ip,
      url: siteOf(request) ?? publicUrl ?? originOf(request),
      secure: request.protocol === 'https',
      userAgent: userAgent ?? '',
      token: authorization?.startsWith('Bearer ') ? authorization.slice(7) : null,
      deviceCookie: DEVICE_COOKIE.exec(cookie)?.[1],
    };
  }

  function send(request: FastifyRequest, reply: FastifyReply, { status, body, expires, ...made }: Answer): void {
    const foreignOrigin = originThatMayRead(request);
    reply.code(status).headers(headers);
    if (foreignOrigin !== undefined) reply.headers(corsHeaders(foreignOrigin));
    // The time at which the answer becomes outdated without a write. The page requests it again then; no cache stores it.
    if (expires !== undefined) reply.header('expires', expires);
    const cookies = cookiesOf(made, request);
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    reply.send(body);
  }

  const answer = (path: string) => (request: CallRequest, reply: FastifyReply) => {
    const made = answers.answer(path, request.body ?? '', () => callerOf(request));
    if (!(made instanceof Promise)) send(request, reply, made);
    else made.then((each) => send(request, reply, each)).catch((error) => reply.send(error));
  };

  async function routes(scope: FastifyInstance): Promise<void> {
    acceptBodies(scope, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES, shares });
    scope.addHook('preHandler', (request, reply, done) => {
      const reason = foreign(request);
      if (reason === null) return done();
      recordForeign(reason, request);
      reply.code(403).send('');
    });
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const isFault = (error.statusCode ?? 500) >= 500;
      if (isFault) log.error({ err: error }, 'a request failed');
      const [status, name] = isFault ? ([500, 'serverError'] as const) : ([400, 'unreadableRequest'] as const);
      send(request, reply, { status, body: refusal(name), expires: undefined });
    });
    for (const { call } of served) scope.post(`/${call.path}`, { bodyLimit: call.mostBodyBytes }, answer(call.path));
    // An unknown path gets an envelope as its answer too.
    scope.post('/*', (request: CallRequest, reply) =>
      answer(pathOf(request.url).slice(PREFIX.length + 1))(request, reply),
    );
    scope.options('/*', (request, reply) => {
      reply.code(204).headers(PREFLIGHT).headers(corsHeaders(request.headers.origin)).send();
    });
  }

  http.register(routes, { prefix: PREFIX });
}

function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'x-build', vary: 'Origin' };
}

function cookiesOf({ token, deviceCookie }: Pick<Answer, 'token' | 'deviceCookie'>, request: FastifyRequest): string[] {
  // Our pages never send forms. Old browsers do not name the site that sends a form, so a form of another site could replace the session.
  if ((!token && !deviceCookie) || FORM.test(request.bodyType ?? '')) return [];
  const ending = `SameSite=Lax${request.protocol === 'https' ? '; Secure' : ''}`;
  return [
    ...(token ? [`token=${token}; Path=/; Max-Age=${COOKIE_SECONDS}; ${ending}`] : []),
    ...(deviceCookie
      ? [`device=${deviceCookie}; Path=/api/user; Max-Age=${DEVICE_COOKIE_SECONDS}; HttpOnly; ${ending}`]
      : []),
  ];
}
