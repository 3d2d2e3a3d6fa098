import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { acceptBodies } from './bodies.ts';
import type { OpenShares } from './load/open-shares.ts';
import { unsubscribedPage, unsubscribePage, verifyPage } from './mail-page.ts';
import { PLAIN_PAGE_HEADERS } from './plain-page.ts';
import { queryOf } from './url-parts.ts';

const MOST_BYTES = 1024;
const KEY = /^[\w-]{22}$/;

/**
 * Serves the links of mails to readers. Only a POST changes something: programs that check mails open all links. The POST needs
 * no check of its origin, because only the receiver of the mail has the key; RFC 8058 lets mail services send it. The key is in
 * the query, which the access log leaves out.
 */
export function serveMailLinks(
  http: FastifyInstance,
  { mailLinks, brand, clock, shares }: Pick<App, 'mailLinks' | 'brand' | 'clock'> & { shares: OpenShares },
): void {
  const siteName = async () => (await brand()).name;
  const send = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page);

  http.register(
    async (scope) => {
      acceptBodies(scope, { parseAs: 'string', bodyLimit: MOST_BYTES, shares });
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.headers({ ...PLAIN_PAGE_HEADERS, 'referrer-policy': 'no-referrer' });
        done();
      });
      scope.get('/verify', async (request, reply) => {
        const key = keyOf(request);
        const link = key === null ? ('unknown' as const) : await mailLinks.lookAtLink(key, clock());
        return send(reply, verifyPage(link, await siteName()));
      });
      scope.post('/verify', async (request, reply) => {
        const key = keyOf(request);
        const link = key === null ? ('unknown' as const) : await mailLinks.verify(key, clock());
        return send(reply, verifyPage(link, await siteName()));
      });
      scope.get('/unsubscribe', async (request, reply) => {
        const key = keyOf(request);
        const link = key === null ? ('unknown' as const) : await mailLinks.lookAtLink(key, clock());
        return send(reply, unsubscribePage(link, await siteName()));
      });
      scope.post('/unsubscribe', async (request, reply) => {
        const key = keyOf(request);
        if (key !== null) await mailLinks.unsubscribe(key);
        return send(reply, unsubscribedPage(await siteName()));
      });
    },
    { prefix: '/mail' },
  );
}

function keyOf({ url }: FastifyRequest): string | null {
  const key = new URLSearchParams(queryOf(url)).get('key') ?? '';
  return KEY.test(key) ? key : null;
}
