import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../core/metrics.ts';
import type { ImageTarget } from '../modules/catalog/catalog.ts';

export type ImagesParts = {
  /** Where an address leads: a key of the store, refused, or nowhere. */
  target(path: string): ImageTarget;
  /** Files of the store, padding included. */
  files: { read(key: string): Promise<{ bytes: Buffer; hot: boolean } | null> };
  metrics: Metrics;
};

const YEAR_SECONDS = 31_536_000;

/** GET of images, as the contract's last section says. */
export function serveImages(app: FastifyInstance, { target, files, metrics }: ImagesParts): void {
  app.options('/img/*', (_request, reply) => preflight(reply, 'GET', 'x-requested-with'));

  app.get('/img/*', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('access-control-allow-origin', '*');
    if (request.headers['x-requested-with'] !== 'XMLHttpRequest') return refuse(reply, 403);
    const { url } = request;
    const query = url.indexOf('?');
    const found = target(query < 0 ? url : url.slice(0, query));
    if (found === null) return refuse(reply, 404);
    if (found === 'refused') return refuse(reply, 403);
    const file = await files.read(found.key);
    if (!file) return refuse(reply, 404);
    metrics.countImage(file.hot ? 'hit' : 'read');
    const cache =
      found.maxAgeSeconds === null
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : `private, max-age=${found.maxAgeSeconds}`;
    reply.header('cache-control', cache).header('content-type', 'application/octet-stream');
    return reply.send(file.bytes);
  });

  function refuse(reply: FastifyReply, status: 403 | 404): FastifyReply {
    metrics.countImage(status === 403 ? 'refused' : 'missing');
    return reply.code(status).header('cache-control', 'no-store').type('text/plain').send('');
  }
}

/** Lets a page of another origin ask, and remember for a day that it may. */
export function preflight(reply: FastifyReply, method: string, headers: string): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', method)
    .header('access-control-allow-headers', headers)
    .header('access-control-max-age', '86400')
    .send();
}
