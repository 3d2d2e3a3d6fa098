import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { MAX_BODY_BYTES } from '#contract/envelope';
import type { App } from '../app.ts';
import { addressKey } from '../core/limits/rate-limit.ts';
import { createAccessLog } from './access-log.ts';
import { createTransportRule, FOR_BROWSERS } from './browser-headers.ts';
import { createCallHandler } from './calls.ts';
import { serveConsole } from './console.ts';
import { createFirstAnswers } from './first-answers.ts';
import { serveHealth, serveMetrics } from './health.ts';
import { sendHotImage, serveImages } from './images.ts';
import { createNotificationHandler } from './notifications.ts';
import { createOpenShares } from './open-shares.ts';
import { refuseBusy } from './refuse-busy.ts';
import { createBodyReader } from './request-body.ts';
import { createRequestScheduler } from './request-scheduler.ts';
import { createRequestSource, type TrustProxy, trustOf } from './request-source.ts';
import { createSandboxHandler } from './sandbox.ts';
import { createSettingNotes } from './setting-notes.ts';
import { serveShare } from './share.ts';
import { redirectToSingleSlashes } from './single-slashes.ts';
import { readSite, serveSite } from './site.ts';
import { countUnsent } from './unsent-answers.ts';
import { createVisits } from './visits.ts';

export type HttpOptions = {
  trustProxy: TrustProxy;
  publicUrl: string | null;
  /** The folder of the built client; null in tests and benchmarks of calls only. */
  siteFolder: string | null;
  /** Where the console is served alone; null = at /console of the site. */
  consoleOrigin?: string | null;
  /** The folder of the built console; null or none = its calls only. */
  consoleFolder?: string | null;
  /** Serve /metrics here, on the public port. */
  metrics: boolean;
  /** Writes a line for each request; null = no access log. */
  accessLog: ((line: string) => void) | null;
};

/** A request has a few kilobytes. Every `connectionsCheckingInterval` Node closes requests that are late. */
const LIMITS = { requestTimeout: 30_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 75_000 };
/** A connection is closed if nothing could be sent for this long. */
const STALLED_MS = 60_000;
/** Skips the `end` event of requests without a body: a tenth of the cost of sending an image. */
const LEAN = { optimizeEmptyRequests: true };

/** With these limits an iteration takes a few milliseconds, and one address alone can keep the database busy. */
const SCHEDULING = { perIteration: 64, perIterationOfAddress: 32, inProgressOfAddress: 256, maxWaitMs: 2_000 };

const MEGABYTE = 1024 * 1024;
/** Memory limits of one address: bodies that are incomplete or wait to be scheduled, and answers that are not read. */
const MOST_BODIES_BYTES = 16 * MEGABYTE;
const MOST_UNSENT_BYTES = 64 * MEGABYTE;

/** Serves calls, images, the client and health on one port. Only this folder uses Fastify. */
export async function createHttp(app: App, options: HttpOptions): Promise<FastifyInstance> {
  const loggerInstance = quiet(app.log);
  const trust = trustOf(options.trustProxy);
  const images = { target: app.imageTarget, files: app.files, metrics: app.metrics };
  const site = options.siteFolder === null ? null : await readSite(options.siteFolder);
  const source = createRequestSource(trust);
  const addressOf = (request: IncomingMessage) => addressKey(source.address(request));
  const readBody = createBodyReader(createOpenShares(MOST_BODIES_BYTES), addressOf);
  const unsent = createOpenShares(MOST_UNSENT_BYTES);
  const answerCall = createCallHandler(app, {
    readBody,
    publicUrl: options.publicUrl,
    trust,
    build: site?.entry ?? null,
    noteSetting: createSettingNotes(app.operatorEvents, options),
  });
  const answerNotification = createNotificationHandler(app, readBody);
  const answerSandbox = createSandboxHandler(app, { readBody, publicUrl: options.publicUrl, trust });
  const scheduler = createRequestScheduler(SCHEDULING);
  const setTransportHeader = createTransportRule(options);
  const noteAccess = options.accessLog && createAccessLog(source, options.accessLog, () => new Date());
  const http = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (next) => {
      const server = createServer({ ...LIMITS, ...LEAN }, (request, response) => {
        noteAccess?.(request, response);
        const address = addressOf(request);
        countUnsent(unsent, address, response);
        const whenScheduled: WhenScheduled = (answer) =>
          scheduler.run(
            address,
            (done) => {
              if (response.destroyed) return done();
              setTransportHeader(request, response);
              answer(done);
            },
            () => refuseBusy(request, response),
          );
        // A call is in progress once its body is complete.
        const isCall = answerCall(request, response, (answer) =>
          whenScheduled((done) => {
            answer();
            whenAnswered(response, done);
          }),
        );
        if (isCall) return;
        whenScheduled((done) => {
          // The server has no work while a slow network transfers an image.
          done();
          // Images in memory bypass the framework, which would double the cost.
          if (sendHotImage(images, request, response)) return;
          if (answerNotification(request, response) || answerSandbox(request, response)) return;
          // If there is a content type, the framework waits for the end of a body.
          if (request.readableEnded) delete request.headers['content-type'];
          next(request, response);
        });
      });
      server.timeout = STALLED_MS;
      return server;
    },
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
  redirectToSingleSlashes(http);
  // No route of the framework takes a body.
  http.removeAllContentTypeParsers();
  http.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    return reply.code(status).send('');
  });
  const { publicUrl, consoleOrigin = null, consoleFolder: folder = null } = options;
  serveConsole(http, { ...app, source, folder, publicUrl, consoleOrigin });
  serveImages(http, images);
  serveHealth(http, app);
  if (options.metrics) serveMetrics(http, app.metrics);
  if (site) {
    const visits = createVisits(publicUrl, trust);
    serveShare(http, { ...app, publicUrl, visits });
    const { brand, share } = app;
    const firstAnswers = createFirstAnswers(app);
    await serveSite(http, { site, publicUrl, visits, describe: share.describe, brand, firstAnswers });
  }
  return http;
}

/** Runs `answer` when the scheduler starts it. `answer` calls `done` when its work is done. */
type WhenScheduled = (answer: (done: () => void) => void) => void;

function whenAnswered(response: ServerResponse, done: () => void): void {
  if (response.writableEnded) done();
  else response.once('close', done);
}

/** Serves /metrics on its own port, loopback only. */
export function createMetricsHttp(app: App): FastifyInstance {
  const http = Fastify({ loggerInstance: quiet(app.log) });
  serveMetrics(http, app.metrics);
  return http;
}

/** Fastify logs its address at level info. The greeting shows it already. */
function quiet(log: Logger): FastifyBaseLogger {
  return log.level === 'info' ? log.child({}, { level: 'warn' }) : log;
}
