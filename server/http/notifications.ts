import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { acceptBodies } from './bodies.ts';
import type { OpenShares } from './load/open-shares.ts';
import { queryOf } from './url-parts.ts';

/** Notifications have a few kilobytes. */
const MOST_BYTES = 64 * 1024;

/** Serves POST /pay/{channel}/notify. A channel signs the raw bytes of the body. */
export function serveNotifications(
  http: FastifyInstance,
  { receiveNotification }: Pick<App, 'receiveNotification'>,
  shares: OpenShares,
): void {
  http.register(async (scope) => {
    acceptBodies(scope, { parseAs: 'buffer', bodyLimit: MOST_BYTES, shares });
    scope.post<{ Params: { channel: string }; Body?: Buffer }>('/pay/:channel/notify', async (request, reply) => {
      const { params, body = Buffer.alloc(0), url, headers, bodyType } = request;
      const query = queryOf(url).slice(1);
      reply.header('cache-control', 'no-store').type('text/plain');
      const answer = await receiveNotification(params.channel, {
        body,
        headers: flat({ ...headers, 'content-type': bodyType }),
        query,
      });
      if (!answer) return reply.code(404).send('');
      return reply.code(answer.status).type(answer.contentType).send(answer.body);
    });
  });
}

/** Several values of a header are joined. */
function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}
