import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../core/metrics.ts';

/** /healthz: alive. /readyz: not stopping, and the database is reachable and migrated. */
export function serveHealth(app: FastifyInstance, ready: () => Promise<boolean>): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await ready().catch(() => false);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(isReady ? 'ready' : 'stopping, or the database is unreachable or not migrated');
  });
}

export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
