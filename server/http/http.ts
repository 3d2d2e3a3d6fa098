import proxyAddr from '@fastify/proxy-addr';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { MAX_BODY_BYTES } from '#contract/envelope';
import type { App } from '../app.ts';
import { addressKey } from '../core/limits/rate-limit.ts';
import { createAccessLog } from './access-log.ts';
import { createBrowserHeaders } from './browser-headers.ts';
import { serveCalls } from './calls.ts';
import { serveConsole } from './console.ts';
import { createFirstAnswers } from './first-answers.ts';
import { serveHealth, serveMetrics } from './health.ts';
import { serveImages } from './images.ts';
import { createOpenShares } from './load/open-shares.ts';
import { scheduleRequests } from './load/schedule-requests.ts';
import { countUnsent } from './load/unsent-answers.ts';
import { serveMailLinks } from './mail-links.ts';
import { serveNotifications } from './notifications.ts';
import { type TrustProxy, trustOf } from './request-source.ts';
import { serveSandbox } from './sandbox.ts';
import { createSettingNotes } from './setting-notes.ts';
import { serveShare } from './share.ts';
import { singleSlashesOf } from './single-slashes.ts';
import { readSite, serveSite } from './site.ts';
import { createVisits } from './visits.ts';

export type HttpOptions = {
  trustProxy: TrustProxy;
  publicUrl: string | null;
  /** The folder of the built client; null in tests and benchmarks of calls only. */
  siteFolder: string | null;
  /** The console's own origin; null = it is served at /console of the site. */
  consoleOrigin?: string | null;
  /** The folder of the built console; null = only its calls are served. */
  consoleFolder?: string | null;
  /** Serve /metrics here, on the public port. */
  metrics: boolean;
  /** Writes a line for each request; null = no access log. */
  accessLog: ((line: string) => void) | null;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Every method and path that is served. */
    routeTable: string[];
  }
  interface FastifyRequest {
    /** The key of rate limits: an IPv4 address or an IPv6 network. */
    address: string;
  }
}

/** A request has a few kilobytes. Node checks for late requests at this interval. */
const REQUEST_TIMEOUT_MS = 30_000;
const LOOK_FOR_LATE_REQUESTS_MS = 5_000;
const KEEP_ALIVE_MS = 75_000;
/** A connection is closed if nothing could be sent for this long. */
const STALLED_MS = 60_000;

const MEGABYTE = 1024 * 1024;
/** Memory limits of one address: bodies that are incomplete, and answers that are not read. */
const MOST_BODIES_BYTES = 16 * MEGABYTE;
const MOST_UNSENT_BYTES = 64 * MEGABYTE;

/** Serves everything on one port. Only this folder uses Fastify. */
export async function createHttp(app: App, options: HttpOptions): Promise<FastifyInstance> {
  const { publicUrl } = options;
  const site = options.siteFolder === null ? null : await readSite(options.siteFolder);
  const http = createPipeline(app.log, options);
  const shares = createOpenShares(MOST_BODIES_BYTES);
  const noteSetting = createSettingNotes(app.operatorEvents, options);
  serveCalls(http, { ...app, publicUrl, build: site?.entry ?? null, noteSetting, shares });
  serveNotifications(http, app, shares);
  if (app.sandbox) serveSandbox(http, { ...app, cashier: app.sandbox, publicUrl, shares });
  serveMailLinks(http, { ...app, shares });
  const { consoleOrigin = null, consoleFolder = null } = options;
  serveConsole(http, { ...app, folder: consoleFolder, publicUrl, consoleOrigin, shares });
  serveImages(http, { target: app.imageTarget, files: app.files, metrics: app.metrics });
  serveHealth(http, app);
  if (options.metrics) serveMetrics(http, app.metrics);
  if (site) {
    const visits = createVisits(publicUrl);
    serveShare(http, { ...app, publicUrl, visits });
    const { brand, share, clock } = app;
    const firstAnswers = createFirstAnswers(app);
    const { describe } = share;
    await serveSite(http, { site, log: app.log, publicUrl, visits, describe, brand, firstAnswers, clock });
  }
  return http;
}

/** The hooks that all routes have in common. */
function createPipeline(log: Logger, options: HttpOptions): FastifyInstance {
  const headersFor = createBrowserHeaders(options);
  const noteAccess = options.accessLog && createAccessLog(options.accessLog, () => new Date());
  const unsent = createOpenShares(MOST_UNSENT_BYTES);
  const trustProxy = trustOf(options.trustProxy);
  const http = Fastify({
    // Fastify's own logger has no lines that the access log and the error handlers lack, and costs 3 µs a request.
    logger: false,
    trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: STALLED_MS,
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_FOR_LATE_REQUESTS_MS,
      // No stream events for requests without a body, which are most.
      optimizeEmptyRequests: true,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // The path of a call has only one spelling. The router would decode it, and refuse one that can't be decoded.
    rewriteUrl: ({ url = '' }) => (url.startsWith('/api/') ? url.replaceAll('%', '%25') : url),
    // For an address that can't be decoded. It has no hooks, and its `ip` is the one of the proxy.
    frameworkErrors: (_error, { raw }, reply) => {
      noteAccess?.(raw, reply.raw, proxyAddr.all(raw, trustProxy || (() => false)).at(-1) ?? '');
      reply.hijack();
      reply.raw.writeHead(400, { ...headersFor(raw.headers), 'content-length': 0 }).end();
    },
  });
  http.decorate('routeTable', []);
  http.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) http.routeTable.push(`${each} ${url}`);
  });
  http.decorateRequest('address', '');
  http.addHook('onRequest', (request, reply, done) => {
    // The system knows the address of a connection only until it is closed.
    if (request.raw.socket.remoteAddress === undefined) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    request.address = addressKey(request.ip);
    noteAccess?.(request.raw, reply.raw, request.ip);
    countUnsent(unsent, request.address, reply.raw);
    reply.headers(headersFor(request.headers));
    const address = singleSlashesOf(request);
    if (address === null) done();
    else reply.redirect(address, 301);
  });
  scheduleRequests(http);
  // Only scopes with `acceptBodies` read a body.
  http.removeAllContentTypeParsers();
  http.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, 'a request failed');
    return reply.code(status).send('');
  });
  return http;
}

/** Serves /metrics on its own port, loopback only. */
export function createMetricsHttp(app: App): FastifyInstance {
  const http = Fastify();
  http.setErrorHandler((error, _request, reply) => {
    app.log.error({ err: error }, 'the metrics failed');
    return reply.code(500).send('');
  });
  serveMetrics(http, app.metrics);
  return http;
}
