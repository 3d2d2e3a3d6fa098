import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { FOR_BROWSERS } from './browser-headers.ts';
import { cashierPage, noTradePage, returnPath } from './cashier-page.ts';
import { createForeignRule } from './foreign-pages.ts';
import type { ReadBody } from './request-body.ts';
import { createRequestSource, type Trust } from './request-source.ts';

const PREFIX = '/sandbox/';
const CASHIER = /^\/sandbox\/cashier\/([0-9a-f]{32})(?:\?.*)?$/;
const MOST_BYTES = 1024;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
};

type Cashier = NonNullable<App['sandbox']>;
type Reply = { status: number; headers?: Record<string, string>; body?: string };

/**
 * Serves the page where orders of the sandbox are paid. It runs before the framework, which reads no bodies. Returns false,
 * and does nothing, for other requests and if the sandbox is off.
 */
export function createSandboxHandler(
  { sandbox, brand, clock, log }: Pick<App, 'sandbox' | 'brand' | 'clock' | 'log'>,
  { readBody, publicUrl, trust }: { readBody: ReadBody; publicUrl: string | null; trust: Trust },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { isForeignForm } = createForeignRule(publicUrl, createRequestSource(trust).host);

  async function answer(cashier: Cashier, { method, url = '' }: IncomingMessage, body: string): Promise<Reply> {
    const key = CASHIER.exec(url)?.[1];
    const trade = key === undefined ? null : await cashier.find(key);
    if (!trade) return { status: 404, body: noTradePage() };
    const now = clock();
    if (method !== 'POST') return { status: 200, body: cashierPage(trade, (await brand()).name, now) };
    const isPressed = await cashier.press(trade, new URLSearchParams(body).get('act'), now);
    if (!isPressed) return { status: 400, body: noTradePage() };
    return { status: 303, headers: { location: returnPath(trade) } };
  }

  return (request, response) => {
    const { method = '', url } = request;
    if (!sandbox || !url?.startsWith(PREFIX)) return false;
    if (!['GET', 'HEAD', 'POST'].includes(method)) send(response, { status: 405 });
    // A page of another site must not make a reader pay.
    else if (method === 'POST' && isForeignForm(request)) send(response, { status: 403 });
    else
      readBody(request, MOST_BYTES, (body) => {
        if (body === null) {
          response.shouldKeepAlive = false;
          return send(response, { status: 413 });
        }
        answer(sandbox, request, body).then(
          (reply) => send(response, reply),
          (error) => {
            log.error({ err: error }, 'a request to the sandbox failed');
            send(response, { status: 500 });
          },
        );
      });
    return true;
  };
}

function send(response: ServerResponse, { status, headers, body = '' }: Reply): void {
  const length = { 'content-length': Buffer.byteLength(body) };
  response
    .writeHead(status, { ...FOR_BROWSERS, ...PAGE, 'cache-control': 'no-store', ...headers, ...length })
    .end(body);
}
