import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { acceptBodies } from './bodies.ts';
import { cashierPage, noTradePage, returnPath } from './cashier-page.ts';
import { createForeignRule } from './foreign-pages.ts';
import type { OpenShares } from './load/open-shares.ts';
import { PLAIN_PAGE_HEADERS } from './plain-page.ts';

const MOST_BYTES = 1024;
const KEY = /^[0-9a-f]{32}$/;

type SandboxParts = Pick<App, 'brand' | 'clock'> & {
  cashier: NonNullable<App['sandbox']>;
  publicUrl: string | null;
  shares: OpenShares;
};

/** Serves the page where orders of the sandbox are paid. */
export function serveSandbox(http: FastifyInstance, { cashier, brand, clock, publicUrl, shares }: SandboxParts): void {
  const { isForeignForm } = createForeignRule(publicUrl);

  const find = async (key: string) => (KEY.test(key) ? cashier.find(key) : null);
  const send = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).type('text/html; charset=utf-8').send(page);
  const notFound = (reply: FastifyReply) => send(reply, 404, noTradePage());

  async function routes(scope: FastifyInstance): Promise<void> {
    acceptBodies(scope, { parseAs: 'string', bodyLimit: MOST_BYTES, shares });
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(PLAIN_PAGE_HEADERS);
      done();
    });
    // A page of another site must not make a reader pay.
    scope.addHook('preHandler', async (request, reply) => {
      if (request.method === 'POST' && isForeignForm(request)) return reply.code(403).send('');
    });

    scope.get<{ Params: { key: string } }>('/cashier/:key', async ({ params }, reply) => {
      const trade = await find(params.key);
      return trade ? send(reply, 200, cashierPage(trade, (await brand()).name, clock())) : notFound(reply);
    });
    scope.post<{ Params: { key: string }; Body?: string }>('/cashier/:key', async ({ params, body }, reply) => {
      const trade = await find(params.key);
      if (!trade) return notFound(reply);
      const isPressed = await cashier.press(trade, new URLSearchParams(body).get('act'), clock());
      return isPressed ? reply.redirect(returnPath(trade), 303) : send(reply, 400, noTradePage());
    });
    scope.route({ method: ['GET', 'POST'], url: '/*', handler: async (_request, reply) => notFound(reply) });
    scope.route({
      method: ['DELETE', 'OPTIONS', 'PATCH', 'PUT'],
      url: '/*',
      handler: async (_request, reply) => reply.code(405).send(''),
    });
  }

  http.register(routes, { prefix: '/sandbox' });
}
