import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../core/metrics.ts';
import type { ImageTarget } from '../modules/catalog/catalog.ts';
import { FOR_BROWSERS } from './browser-headers.ts';

export type ImagesParts = {
  /** Where an address leads: a key of the store, refused, or nowhere. */
  target(path: string): ImageTarget;
  /** Files of the store, padding included. */
  files: {
    hot(key: string): Buffer | undefined;
    read(key: string): Promise<{ bytes: Buffer; hot: boolean } | null>;
  };
  metrics: Metrics;
};

const YEAR_SECONDS = 31_536_000;
const PREFIX = '/img/';

/** GET of images, as the contract's last section says. */
export function serveImages(app: FastifyInstance, { target, files, metrics }: ImagesParts): void {
  app.options('/img/*', (_request, reply) => preflight(reply));

  app.get('/img/*', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    if (!isAskedByScript(request.raw)) return refuse(reply, 403);
    const found = target(pathOf(request.url));
    if (found === null) return refuse(reply, 404);
    if (found === 'refused') return refuse(reply, 403);
    const file = await files.read(found.key);
    if (!file) return refuse(reply, 404);
    metrics.countImage(file.hot ? 'hit' : 'read');
    return reply.headers(headersFor(found)).send(file.bytes);
  });

  function refuse(reply: FastifyReply, status: 403 | 404): FastifyReply {
    metrics.countImage(status === 403 ? 'refused' : 'missing');
    return reply.code(status).header('cache-control', 'no-store').type('text/plain').send('');
  }
}

/** Sends an image that may be had and is in memory, before the framework sees the request; false = not done. */
export function sendHotImage(
  { target, files, metrics }: ImagesParts,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { url = '' } = request;
  if (request.method !== 'GET' || !url.startsWith(PREFIX) || !isAskedByScript(request)) return false;
  const found = target(pathOf(url));
  if (found === null || found === 'refused') return false;
  const bytes = files.hot(found.key);
  if (!bytes) return false;
  metrics.countImage('hit');
  response.writeHead(200, { ...headersFor(found), 'content-length': bytes.length });
  response.end(bytes);
  return true;
}

/** Pages asked for by an `img` tag or typed into the address bar are refused: the specification's header is missing. */
function isAskedByScript(request: IncomingMessage): boolean {
  return request.headers['x-requested-with'] === 'XMLHttpRequest';
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

function headersFor({ maxAgeSeconds }: { maxAgeSeconds: number | null }) {
  return {
    'content-type': 'application/octet-stream',
    'cache-control':
      maxAgeSeconds === null ? `public, max-age=${YEAR_SECONDS}, immutable` : `private, max-age=${maxAgeSeconds}`,
    'access-control-allow-origin': '*',
    ...FOR_BROWSERS,
  };
}

/** Lets a page of another origin ask, and remember for a day that it may. */
function preflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET')
    .header('access-control-allow-headers', 'x-requested-with')
    .header('access-control-max-age', '86400')
    .send();
}
