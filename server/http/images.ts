import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../core/log/metrics.ts';
import type { ImageTarget } from '../modules/catalog/catalog.ts';
import { refuse } from './refuse.ts';
import { pathOf } from './url-parts.ts';

export type ImagesParts = {
  /** Resolves an address: to a key of the storage, to a refusal, or to nothing. */
  target(path: string): ImageTarget;
  /** Files of the storage, padding included. */
  files: {
    read(key: string): Promise<{ bytes: Buffer; hot: boolean } | null>;
  };
  metrics: Metrics;
};

const YEAR_SECONDS = 31_536_000;

/** Serves images as the last section of the contract describes. */
export function serveImages(app: FastifyInstance, { target, files, metrics }: ImagesParts): void {
  app.options('/img/*', (_request, reply) => preflight(reply));

  app.get('/img/*', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    if (!isFromScript(request)) return refused(reply, 403);
    const found = target(pathOf(request.url));
    if (found === null) return refused(reply, 404);
    if (found === 'refused') return refused(reply, 403);
    const file = await files.read(found.key);
    if (!file) return refused(reply, 404);
    metrics.countImage(file.hot ? 'hit' : 'read');
    return reply.headers(headersFor(found)).send(file.bytes);
  });

  function refused(reply: FastifyReply, status: 403 | 404): FastifyReply {
    metrics.countImage(status === 403 ? 'refused' : 'missing');
    return refuse(reply, status);
  }
}

/**
 * Requests by an `img` tag or from the address bar are refused: they lack the header that the specification requires.
 */
function isFromScript(request: FastifyRequest): boolean {
  return request.headers['x-requested-with'] === 'XMLHttpRequest';
}

function headersFor({ maxAgeSeconds }: { maxAgeSeconds: number | null }) {
  return {
    'content-type': 'application/octet-stream',
    'cache-control':
      maxAgeSeconds === null ? `public, max-age=${YEAR_SECONDS}, immutable` : `private, max-age=${maxAgeSeconds}`,
    'access-control-allow-origin': '*',
  };
}

/** Allows pages of other origins to request images; browsers cache that for a day. */
function preflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET')
    .header('access-control-allow-headers', 'x-requested-with')
    .header('access-control-max-age', '86400')
    .send();
}
