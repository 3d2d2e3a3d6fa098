import { createServer } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { MAX_BODY_BYTES } from '#contract/envelope';
import type { App } from '../app.ts';
import { createTransportRule, FOR_BROWSERS } from './browser-headers.ts';
import { createCallDoor } from './calls.ts';
import { serveHealth, serveMetrics } from './health.ts';
import { sendHotImage, serveImages } from './images.ts';
import { createNotificationDoor } from './notifications.ts';
import { type TrustProxy, trustOf } from './request-source.ts';
import { createSandboxDoor } from './sandbox.ts';
import { serveSite } from './site.ts';

export type HttpOptions = {
  trustProxy: TrustProxy;
  publicUrl: string | null;
  /** The folder of the built client; null in tests and benchmarks of calls only. */
  siteFolder: string | null;
  /** Serve /metrics here, on the public port. */
  metrics: boolean;
};

const LIMITS = { requestTimeout: 60_000, keepAliveTimeout: 75_000 };
/** A request without a body needs no wait for its end, which is a tenth of the cost of sending an image. */
const LEAN = { optimizeEmptyRequests: true };

/** Serves calls, images, the client and health on one port. Only this folder uses Fastify. */
export async function createHttp(app: App, options: HttpOptions): Promise<FastifyInstance> {
  const loggerInstance = quiet(app.log);
  const trust = trustOf(options.trustProxy);
  const images = { target: app.imageTarget, files: app.files, metrics: app.metrics };
  const answerCall = createCallDoor(app, { publicUrl: options.publicUrl, trust });
  const answerNotification = createNotificationDoor(app);
  const answerSandbox = createSandboxDoor(app, { publicUrl: options.publicUrl, trust });
  const setTransportHeader = createTransportRule(options);
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (next) =>
      createServer({ ...LIMITS, ...LEAN }, (request, response) => {
        setTransportHeader(request, response);
        // Images in memory are sent before the framework too: it would double the cost.
        if (answerCall(request, response) || sendHotImage(images, request, response)) return;
        if (answerNotification(request, response) || answerSandbox(request, response)) return;
        // With a content type the framework would wait for the end of a body.
        if (request.readableEnded) delete request.headers['content-type'];
        next(request, response);
      }),
    // A child logger for each request costs as much as sending a cached answer.
    childLoggerFactory: (logger) => logger,
    trustProxy: trust,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // A malformed address bypasses all hooks.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      reply.raw.writeHead(400, { ...FOR_BROWSERS, 'content-length': 0 }).end();
    },
  });
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(FOR_BROWSERS);
    done();
  });
  // No route of the framework takes a body.
  http.removeAllContentTypeParsers();
  http.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    return reply.code(status).send('');
  });
  serveImages(http, images);
  serveHealth(http, app.ready);
  if (options.metrics) serveMetrics(http, app.metrics);
  const { siteFolder, publicUrl } = options;
  if (siteFolder) await serveSite(http, { folder: siteFolder, publicUrl, brand: app.brand });
  return http;
}

/** /metrics on a port of its own, loopback only. */
export function createMetricsHttp(app: App): FastifyInstance {
  const http = Fastify({ loggerInstance: quiet(app.log) });
  serveMetrics(http, app.metrics);
  return http;
}

/** Fastify logs its address at info, which the greeting shows already. */
function quiet(log: Logger): FastifyBaseLogger {
  return log.level === 'info' ? log.child({}, { level: 'warn' }) : log;
}
