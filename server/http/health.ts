import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Metrics } from '../core/log/metrics.ts';

/**
 * /healthz: the process runs. /readyz: it is not stopping, and the database is reachable, migrated and not damaged. A degraded node
 * answers 200 with the reason: it still serves readers, so a load balancer should keep it.
 */
export function serveHealth(app: FastifyInstance, { ready, degraded }: Pick<App, 'ready' | 'degraded'>): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await ready().catch(() => false);
    const why = degraded();
    const state = why === null ? 'ready' : `degraded: ${why}`;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(isReady ? state : 'stopping, or the database is unreachable, not migrated or damaged');
  });
}

export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
