import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from '../core/dispatch.ts';

/** Headers of every answer to a call. */
export const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
};

const PREFIX = '/api/';

/** Sends the sealed answer kept for a call without a body, before the framework sees the request; false = not done. */
export function sendKeptAnswer(dispatcher: Dispatcher, request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '' } = request;
  if (request.method !== 'POST' || !url.startsWith(PREFIX) || !hasNoBody(request)) return false;
  const kept = dispatcher.kept(url.slice(PREFIX.length), '');
  if (!kept) return false;
  response.writeHead(200, { ...HEADERS, 'content-length': kept.length });
  response.end(kept);
  return true;
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length === undefined || length === '0') && headers['transfer-encoding'] === undefined;
}
