import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { App } from '../app.ts';
import { forEachYielding } from '../core/jobs/yield.ts';
import { sitemapIndexOf, sitemapOf, sitemapUrl, withOrigin } from './feeds.ts';
import { refuse } from './refuse.ts';
import { encodingFor, matchesTag } from './send-text.ts';
import type { Visits } from './visits.ts';

type SitemapParts = Pick<App, 'share' | 'clock'> & { visits: Visits; headers: Record<string, string> };

/** A part without the origin. `madeAt`: by the clock of the app, in milliseconds. */
type Part = { gzipped: Buffer; madeAt: number };
/** A part as it is sent. */
type Finished = { gzipped: Buffer; tag: string };

/** Search engines come once a day. A part takes tens of milliseconds to make, so it is cached and changes appear later. */
const KEPT_MS = 5 * 60_000;
/** A part has about 80 kB. The limit allows four million chapters. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_FINISHED_BYTES = 8 * 1024 * 1024;

/**
 * Serves the sitemap. The entries of a part are read once, without the origin of the site. The part is finished and compressed
 * once for each origin. Both happen one at a time, and each address has a rate limit.
 */
export function serveSitemap(app: FastifyInstance, { share, clock, visits, headers }: SitemapParts): void {
  const oneAfterTheOther = pLimit(1);
  const now = () => clock().getTime();
  const kept = {
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now },
    // A part that the cache drops while it is made is still sent to the waiting requests.
    ignoreFetchAbort: true,
  };
  const parts = new LRUCache<string, Part>({
    ...kept,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ gzipped }, name) => gzipped.length + name.length,
    fetchMethod: (name) => oneAfterTheOther(() => readPart(name)),
  });
  const finished = new LRUCache<string, Finished, { origin: string; name: string }>({
    ...kept,
    maxSize: MOST_FINISHED_BYTES,
    sizeCalculation: ({ gzipped }, key) => gzipped.length + key.length,
    fetchMethod: async (_key, _old, { options, context: { origin, name } }) => {
      const part = await parts.forceFetch(name);
      const finishedPart = await oneAfterTheOther(() => finishPart(part, origin));
      // It expires with the part. A time of 0 would mean that it never expires.
      options.ttl = Math.max(1, part.madeAt + KEPT_MS - now());
      return finishedPart;
    },
  });

  async function readPart(name: string): Promise<Part> {
    const madeAt = now();
    const urls: string[] = [];
    await forEachYielding(await share.sitemapPart(name), (entry) => {
      urls.push(sitemapUrl(entry));
    });
    return { gzipped: await promisify(gzip)(sitemapOf(urls)), madeAt };
  }

  app.get('/sitemap.xml', async (request, reply) => {
    if (visits.isTooOften(request)) return refuse(reply, 429);
    const addresses = (await share.sitemapParts()).map((name) => `${visits.origin(request)}/sitemap/${name}.xml`);
    return reply.headers(headers).type('application/xml; charset=utf-8').send(sitemapIndexOf(addresses));
  });

  app.get<{ Params: { name: string } }>('/sitemap/:name.xml', async (request, reply) => {
    if (visits.isTooOften(request)) return refuse(reply, 429);
    const { name } = request.params;
    // Only names of existing parts become cache keys.
    if (!(await share.sitemapParts()).includes(name)) return refuse(reply, 404);
    const origin = visits.origin(request);
    const key = `${origin} ${name}`;
    if (!finished.has(key) && visits.makesTooMuch(request)) return refuse(reply, 429);
    return sendPart(request, reply, await finished.forceFetch(key, { context: { origin, name } }));
  });

  async function sendPart(request: FastifyRequest, reply: FastifyReply, { gzipped, tag }: Finished) {
    reply.headers({ ...headers, etag: tag, vary: 'accept-encoding' }).type('application/xml; charset=utf-8');
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    if (encodingFor(request.headers['accept-encoding'], ['gzip']) === null)
      return reply.send(await promisify(gunzip)(gzipped));
    return reply.header('content-encoding', 'gzip').send(gzipped);
  }
}

async function finishPart(part: Part, origin: string): Promise<Finished> {
  const text = (await promisify(gunzip)(part.gzipped)).toString();
  const gzipped = await promisify(gzip)(withOrigin(text, origin));
  return { gzipped, tag: `W/"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 22)}"` };
}
