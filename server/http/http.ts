import { createServer } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { MAX_BODY_BYTES } from '#contract/envelope';
import type { App } from '../app.ts';
import { createTransportRule, FOR_BROWSERS } from './browser-headers.ts';
import { createCallDoor } from './calls.ts';
import { serveHealth, serveMetrics } from './health.ts';
import { sendHotImage, serveImages } from './images.ts';
import { type TrustProxy, trustOf } from './request-source.ts';
import { serveSite } from './site.ts';

export type HttpOptions = {
  trustProxy: TrustProxy;
  publicUrl: string | null;
  /** The built client; null where only the calls are wanted (tests, benchmarks). */
  siteFolder: string | null;
  /** Serve /metrics here, on the public port. */
  metrics: boolean;
};

const LIMITS = { requestTimeout: 60_000, keepAliveTimeout: 75_000 };
/** A request without a body has none from the start: to wait for its end is a tenth of what it costs to send an image. */
const LEAN = { optimizeEmptyRequests: true };

/** The one port: calls, images, app, health. Only this folder knows Fastify. */
export async function createHttp(app: App, options: HttpOptions): Promise<FastifyInstance> {
  const loggerInstance = quiet(app.log);
  const trust = trustOf(options.trustProxy);
  const images = { target: app.imageTarget, files: app.files, metrics: app.metrics };
  const answerCall = createCallDoor(app, { publicUrl: options.publicUrl, trust });
  const tellTransport = createTransportRule(options);
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (next) =>
      createServer({ ...LIMITS, ...LEAN }, (request, response) => {
        tellTransport(request, response);
        // An image in memory is sent at once too: there is nothing left to decide, and the framework costs as much again.
        if (answerCall(request, response) || sendHotImage(images, request, response)) return;
        // The framework would wait for the end of a body wherever a type is announced.
        if (request.readableEnded) delete request.headers['content-type'];
        next(request, response);
      }),
    // A logger of its own for each request costs as much as a kept answer.
    childLoggerFactory: (logger) => logger,
    trustProxy: trust,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // An address that is none comes past all hooks.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      reply.raw.writeHead(400, { ...FOR_BROWSERS, 'content-length': 0 }).end();
    },
  });
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(FOR_BROWSERS);
    done();
  });
  // Nothing here takes a body.
  http.removeAllContentTypeParsers();
  http.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    return reply.code(status).send('');
  });
  serveImages(http, images);
  serveHealth(http, app.ready);
  if (options.metrics) serveMetrics(http, app.metrics);
  if (options.siteFolder) await serveSite(http, options.siteFolder, options.publicUrl);
  return http;
}

/** /metrics on a port of its own, loopback only. */
export function createMetricsHttp(app: App): FastifyInstance {
  const http = Fastify({ loggerInstance: quiet(app.log) });
  serveMetrics(http, app.metrics);
  return http;
}

/** Fastify tells at info where it listens; the greeting has said so already. */
function quiet(log: Logger): FastifyBaseLogger {
  return log.level === 'info' ? log.child({}, { level: 'warn' }) : log;
}
