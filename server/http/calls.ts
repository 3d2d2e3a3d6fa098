import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageFor } from '#contract/codes';
import type { Answer } from '../core/answer.ts';
import type { Cipher } from '../core/cipher.ts';
import type { Origin } from '../core/ctx.ts';
import type { Dispatcher } from '../core/dispatch.ts';
import { preflight } from './images.ts';
import { HEADERS, headersOf } from './kept-answers.ts';

const COOKIE_SECONDS = 15_552_000;
/** The longest that browsers keep one. */
const DEVICE_COOKIE_SECONDS = 34_560_000;
const DEVICE_COOKIE = /(?:^|; ?)device=([\w-]{43})(?:;|$)/;
const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/;

/** POST /api/<path>: the encrypted calls. */
export function serveCalls(app: FastifyInstance, dispatcher: Dispatcher, cipher: Cipher): void {
  const sealed = (code: 1000 | 9000) =>
    cipher.seal(JSON.stringify({ status: 0, message: messageFor(code), code, data: null }));

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.options('/api/*', (_request, reply) => preflight(reply, 'POST', 'authorization, content-type'));

  app.post<{ Params: { '*': string } }>('/api/*', (request, reply) => {
    const path = request.params['*'];
    const body = typeof request.body === 'string' ? request.body : '';
    const kept = dispatcher.kept(path, body);
    if (kept) return send(reply, 200, headersOf(kept), kept.sealed);
    const from = originOf(request);
    dispatcher.handle(path, body, from).then(
      (answer) => {
        const headers = headersOf(answer);
        const cookies = cookiesOf(answer, from.secure);
        send(reply, answer.status, cookies.length > 0 ? { ...headers, 'set-cookie': cookies } : headers, answer.body);
      },
      (error) => reply.send(error),
    );
  });

  // What never reached the dispatcher: too large, cut off, or a fault of this file.
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const fault = error.statusCode === undefined || error.statusCode >= 500;
    if (fault) request.log.error({ err: error }, 'a request failed');
    if (!request.url.startsWith('/api/')) return reply.code(error.statusCode ?? 500).send('');
    return reply
      .code(fault ? 500 : 400)
      .headers(HEADERS)
      .send(sealed(fault ? 9000 : 1000));
  });
}

/** Past the framework, whose way to send costs a tenth of a call. Sealed text is base64: a byte a character. */
function send(reply: FastifyReply, status: number, headers: OutgoingHttpHeaders, body: string | Buffer): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...headers, 'content-length': body.length }).end(body, 'latin1');
}

function originOf(request: FastifyRequest): Origin {
  const secure = request.protocol === 'https';
  const host = HOST.test(request.host) ? request.host : 'localhost';
  const { authorization, cookie = '', 'user-agent': userAgent } = request.headers;
  return {
    address: request.ip,
    url: `${secure ? 'https' : 'http'}://${host}`,
    secure,
    userAgent: userAgent ?? '',
    token: authorization?.startsWith('Bearer ') ? authorization.slice(7) : null,
    deviceCookie: DEVICE_COOKIE.exec(cookie)?.[1],
  };
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
