import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { MAX_BODY_BYTES } from '#contract/envelope';
import type { App } from '../app.ts';
import type { MadeAnswer } from '../core/dispatch/answer.ts';
import { acceptBodies } from './bodies.ts';
import { FOR_BROWSERS } from './browser-headers.ts';
import { consoleCallerOf, cookieNameFor } from './console-caller.ts';
import { type ConsoleRule, type ConsoleRuleOptions, createConsoleRule } from './console-rule.ts';
import { serveUploads } from './console-uploads.ts';
import { createForeignRecorder } from './foreign-pages.ts';
import type { OpenShares } from './load/open-shares.ts';
import { refusalText } from './refusal-text.ts';
import { createTextSender } from './send-text.ts';

const PREFIX = '/console/api/';
const JSON_BODY = /^application\/json\s*(;|$)/i;
const NO_STORE = { 'cache-control': 'no-store' };

const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const PAGE_HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export type ConsoleParts = Pick<App, 'consoleDispatcher' | 'metrics' | 'log' | 'receiveChunk' | 'authoriseStaff'> & {
  shares: OpenShares;
  /** The folder of the built console; null = calls only. */
  folder: string | null;
} & ConsoleRuleOptions;

/** Serves the console: its calls at POST /console/api/<path>, its files, and one page for all its other addresses. */
export function serveConsole(http: FastifyInstance, parts: ConsoleParts): void {
  const rule = createConsoleRule(parts);
  // An address of its own serves nothing else but pictures, so that a page of the site can never run there.
  if (parts.consoleOrigin !== null)
    http.addHook('onRequest', (request, reply, done) => {
      if (!rule.isConsoleHost(request) || /^\/(img\/|console(\/|\?|$)|(healthz|readyz)(\?|$))/.test(request.url))
        done();
      else if (request.url === '/') reply.redirect('/console', 302);
      else reply.code(404).send('');
    });
  const recordForeign = createForeignRecorder(parts);
  serveUploads(http, { ...parts, recordForeign }, rule);
  http.register(async (scope) => {
    acceptBodies(scope, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES, shares: parts.shares });
    const route = createCallRoute(parts, rule, recordForeign);
    scope.post('/console/api/*', route);
    for (const { path: callPath, mostBodyBytes } of CONSOLE_CALLS)
      if (mostBodyBytes !== undefined) scope.post(`${PREFIX}${callPath}`, { bodyLimit: mostBodyBytes }, route);
    if (parts.folder !== null) await servePages(scope, parts.folder, rule);
  });
}

type RecordForeign = ReturnType<typeof createForeignRecorder>;

function createCallRoute(parts: ConsoleParts, rule: ConsoleRule, recordForeign: RecordForeign) {
  const { consoleDispatcher, metrics, publicUrl } = parts;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { url } = request;
    reply.headers({ ...NO_STORE, 'content-type': 'application/json; charset=utf-8' });
    const from = consoleCallerOf(request, rule);
    if (from === null) {
      recordForeign('console', request);
      return reply.code(403).send(refusalText('staffForbidden'));
    }
    if (!JSON_BODY.test(request.bodyType ?? '')) return reply.code(415).send(refusalText('unreadableRequest'));
    // The path must match exactly: another spelling is no call.
    const callPath = url.slice(PREFIX.length);
    const text = typeof request.body === 'string' ? request.body : '';
    const started = performance.now();
    const made = await consoleDispatcher.handle(callPath, text, { ...from, siteUrl: publicUrl ?? from.url });
    const known = consoleDispatcher.find(callPath)?.call.path ?? 'unknown';
    metrics.observeCall(`console/${known}`, made.code, (performance.now() - started) / 1000);
    const cookie = cookieOf(made, from.url);
    if (cookie !== null) reply.header('set-cookie', cookie);
    return reply.code(made.status).send(made.body);
  };
}

/** The session ends on the server; the cookie ends with the browser. An empty token deletes it. */
function cookieOf({ token, code }: MadeAnswer, origin: string): string | null {
  if (token === undefined || code !== 0) return null;
  const ending = token === '' ? '; Max-Age=0' : '';
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieNameFor(origin)}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}${ending}`;
}

async function servePages(scope: FastifyInstance, folder: string, rule: ConsoleRule): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const sendText = createTextSender();
  await scope.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/console/assets/',
    index: false,
    preCompressed: true,
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const text = rule.originFor(request) === null ? UNSAFE_PAGE : page;
    const status = text === page ? 200 : 403;
    return sendText(request, reply, { type: 'text/html', text, status, headers: { ...FOR_BROWSERS, ...PAGE_HEADERS } });
  };
  scope.get('/console', sendPage);
  scope.get('/console/*', (request, reply) =>
    /^\/console\/(api|assets)(\/|$)/.test(request.url) ? reply.code(404).send('') : sendPage(request, reply),
  );
}

const UNSAFE_PAGE = `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>后台不能这样打开</title>
<style>body{font:16px/1.7 system-ui,sans-serif;max-width:34em;margin:12vh auto;padding:0 20px;color-scheme:light dark}code{font-size:.95em}</style></head>
<body><h1>后台不能从这个地址打开</h1>
<p>后台只能通过 HTTPS，或在服务器本机（<code>http://localhost</code>）打开。用明文 HTTP 打开，同一网络里的其他人可以看到密码与登录状态。</p>
<p>已经配置了 HTTPS 的，请检查 <code>PUBLIC_URL</code>、<code>CONSOLE_ORIGIN</code> 与 <code>TRUST_PROXY</code>。还没有的，可以在自己的电脑上运行 <code>ssh -L 3000:localhost:3000 服务器</code>，再打开 <code>http://localhost:3000/console</code>。</p></body></html>
`;
