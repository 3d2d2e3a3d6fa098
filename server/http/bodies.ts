import type { FastifyInstance } from 'fastify';
import type { OpenShares } from './load/open-shares.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The header `Content-Type` of a request in a scope with `acceptBodies`. */
    bodyType: string | undefined;
  }
}

/**
 * Lets the routes of a scope have a body of any type, at most as long as `bodyLimit` or the limit of the route. `shares`
 * limits the memory of incomplete bodies.
 */
export function acceptBodies(
  scope: FastifyInstance,
  { parseAs, bodyLimit, shares }: { parseAs: 'string' | 'buffer'; bodyLimit: number; shares: OpenShares },
): void {
  scope.addContentTypeParser('*', { parseAs, bodyLimit }, (_request, body, done) => done(null, body));
  scope.decorateRequest('bodyType');
  scope.addHook('onRequest', (request, _reply, done) => {
    const { raw, address } = request;
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    // A longer body is refused.
    const most = request.routeOptions.bodyLimit ?? bodyLimit;
    const bytes = encoding === undefined ? Math.min(Number(length), most) : most;
    // `close` follows the end of the body.
    if (bytes > 0)
      raw.once(
        'close',
        shares.open(address, bytes, () => raw.destroy()),
      );
    // Fastify refuses a malformed type, and with a type it parses an empty body too.
    request.bodyType = raw.headers['content-type'];
    delete raw.headers['content-type'];
    done();
  });
}
