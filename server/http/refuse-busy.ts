import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '#contract/envelope';
import { FOR_BROWSERS } from './browser-headers.ts';

const RETRY_AFTER_SECONDS = '2';

/**
 * Answers 503 to a request that has waited too long. The connection stays open because a new one costs more than the refusal. It
 * is closed if the rest of the body is long or of unknown length.
 */
export function refuseBusy(request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  const isRead = request.readableEnded || Number(request.headers['content-length']) <= MAX_BODY_BYTES;
  if (!isRead) response.shouldKeepAlive = false;
  response.writeHead(503, { ...FOR_BROWSERS, 'retry-after': RETRY_AFTER_SECONDS, 'content-length': '0' }).end();
}
