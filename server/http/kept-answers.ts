import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../core/answer.ts';
import type { Dispatcher } from '../core/dispatch.ts';
import type { SealedAnswer } from '../core/sealed-answers.ts';
import { FOR_BROWSERS } from './browser-headers.ts';

/** Headers of every answer to a call. */
export const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  ...FOR_BROWSERS,
};

/** `Expires` = when time alone turns the answer: nobody keeps it, but who still shows it asks anew then. */
export function headersOf({ expires }: Pick<Answer, 'expires'>): Record<string, string> {
  return expires === undefined ? HEADERS : { ...HEADERS, expires };
}

const PREFIX = '/api/';

/** Sends the sealed answer kept for a call without a body, before the framework sees the request; false = not done. */
export function sendKeptAnswer(dispatcher: Dispatcher, request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '' } = request;
  if (request.method !== 'POST' || !url.startsWith(PREFIX) || !hasNoBody(request)) return false;
  const kept = dispatcher.kept(url.slice(PREFIX.length), '');
  if (!kept) return false;
  send(kept, response);
  return true;
}

/** Longer bodies are nobody's listing. */
const MOST_BYTES = 1_000;

/**
 * The same for a shared call with a short body. What was read of it is put back where nothing is kept, and `next` goes on as
 * if nobody had looked; false = not a request of that kind, nothing done.
 */
export function sendKeptAnswerToBody(
  { dispatcher, shared }: { dispatcher: Dispatcher; shared: ReadonlySet<string> },
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): boolean {
  const { url = '', headers } = request;
  const path = url.slice(PREFIX.length);
  const length = Number(headers['content-length']);
  if (
    request.method !== 'POST' ||
    !url.startsWith(PREFIX) ||
    !shared.has(path) ||
    !(length > 0 && length <= MOST_BYTES)
  )
    return false;
  request.once('data', (body: Buffer) => {
    const kept = body.length === length && dispatcher.kept(path, body.toString());
    if (kept) return send(kept, response);
    request.pause();
    request.unshift(body);
    next();
  });
  return true;
}

function send(kept: SealedAnswer, response: ServerResponse): void {
  response.writeHead(200, { ...headersOf(kept), 'content-length': kept.sealed.length });
  response.end(kept.sealed);
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (length === undefined || length === '0') && headers['transfer-encoding'] === undefined;
}
