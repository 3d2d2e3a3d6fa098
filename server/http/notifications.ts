import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { FOR_BROWSERS } from './browser-headers.ts';
import { headersOf, type ReadBody } from './request-body.ts';

/** Notifications have a few kilobytes. */
const MOST_BYTES = 64 * 1024;
const ADDRESS = /^\/pay\/([a-z0-9-]{1,32})\/notify(?:\?(.*))?$/;

/**
 * Handles POST /pay/{channel}/notify. It runs before the framework because a channel signs the raw bytes. Returns false, and
 * does nothing, if the request is not a notification.
 */
export function createNotificationHandler(
  { receiveNotification }: Pick<App, 'receiveNotification'>,
  readBody: ReadBody,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    if (request.method !== 'POST' || !request.url?.startsWith('/pay/')) return false;
    const [, channel = '', query = ''] = ADDRESS.exec(request.url) ?? [];
    readBody(request, MOST_BYTES, (body) => {
      if (body === null) {
        // The rest of the body is not read.
        response.shouldKeepAlive = false;
        send(response, 413);
      } else {
        const raw = { body: Buffer.from(body, 'latin1'), headers: headersOf(request), query };
        receiveNotification(channel, raw).then(
          (answer) => send(response, answer?.status ?? 404, answer?.contentType, answer?.body),
          () => send(response, 500),
        );
      }
    });
    return true;
  };
}

function send(response: ServerResponse, status: number, contentType = 'text/plain', body = ''): void {
  const headers = { ...FOR_BROWSERS, 'cache-control': 'no-store', 'content-type': contentType };
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
