import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app-parts.ts';
import { FOR_BROWSERS } from './browser-headers.ts';
import { createForeignRule } from './foreign-pages.ts';
import { headersOf, type ReadBody } from './request-body.ts';
import { createRequestSource, type Trust } from './request-source.ts';

const PREFIX = '/sandbox/';
const CASHIER = '/sandbox/cashier/';
const MOST_BYTES = 16 * 1024;

/**
 * Handles /sandbox/*. It runs before the framework, which reads no bodies. Returns false, and does nothing, for other
 * requests and if the sandbox is off.
 */
export function createSandboxHandler(
  { sandbox, log }: Pick<App, 'sandbox' | 'log'>,
  { readBody, publicUrl, trust }: { readBody: ReadBody; publicUrl: string | null; trust: Trust },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { isForeignForm } = createForeignRule(publicUrl, createRequestSource(trust).host);

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { method = 'GET', url = '' } = request;
    const path = url.split('?')[0] ?? '';
    sandbox
      ?.handle({ method: method === 'HEAD' ? 'GET' : method, path, headers: headersOf(request), body })
      .then((reply) => send(response, reply.status, reply.headers, reply.body))
      .catch((error) => {
        log.error({ err: error }, 'a request to the sandbox failed');
        send(response, 500);
      });
  }

  return (request, response) => {
    const { method = '', url } = request;
    if (!sandbox || !url?.startsWith(PREFIX)) return false;
    if (!['GET', 'HEAD', 'POST'].includes(method)) send(response, 405);
    // A page of another site must not make a reader pay.
    else if (method === 'POST' && url.startsWith(CASHIER) && isForeignForm(request)) send(response, 403);
    else
      readBody(request, MOST_BYTES, (body) => {
        if (body !== null) return answer(request, response, Buffer.from(body, 'latin1'));
        response.shouldKeepAlive = false;
        send(response, 413);
      });
    return true;
  };
}

function send(response: ServerResponse, status: number, headers: Record<string, string> = {}, body = ''): void {
  const length = { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...FOR_BROWSERS, 'cache-control': 'no-store', ...headers, ...length }).end(body);
}
