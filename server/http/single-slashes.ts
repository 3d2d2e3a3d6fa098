import type { FastifyInstance } from 'fastify';

/** Backslashes count: a browser reads them as slashes. */
const SEVERAL = /[/\\]{2,}/g;

/** Redirects an address such as //comic/93, as a careless link makes it, to the one with single slashes. */
export function redirectToSingleSlashes(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ method, url }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') return;
    const single = withSingleSlashes(url);
    // The address of a picture is exact: its parts are signed, and one may not be empty.
    if (single !== url && !url.startsWith('/img/')) return reply.redirect(single, 301);
  });
}

/** The address with single slashes in its path. It begins with exactly one, so that it never leads to another host. */
export function withSingleSlashes(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.startsWith('/') ? path.replace(SEVERAL, '/') + url.slice(path.length) : url;
}
