import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { MAX_BODY_BYTES } from '#contract/envelope';
import type { App } from '../app.ts';
import { addressKey } from '../core/rate-limit.ts';
import { createAccessLog } from './access-log.ts';
import { createTransportRule, FOR_BROWSERS } from './browser-headers.ts';
import { createCallDoor } from './calls.ts';
import { createFirstAnswers } from './first-answers.ts';
import { serveHealth, serveMetrics } from './health.ts';
import { sendHotImage, serveImages } from './images.ts';
import { createNotificationDoor } from './notifications.ts';
import { createOpenShares } from './open-shares.ts';
import { refuseBusy } from './refuse-busy.ts';
import { createBodyReader } from './request-body.ts';
import { createRequestSource, type TrustProxy, trustOf } from './request-source.ts';
import { createSandboxDoor } from './sandbox.ts';
import { createSettingNotes } from './setting-notes.ts';
import { serveShare } from './share.ts';
import { redirectToSingleSlashes } from './single-slashes.ts';
import { readSite, serveSite } from './site.ts';
import { createTurns } from './turns.ts';
import { countUnsent } from './unsent-answers.ts';
import { createVisits } from './visits.ts';

export type HttpOptions = {
  trustProxy: TrustProxy;
  publicUrl: string | null;
  /** The folder of the built client; null in tests and benchmarks of calls only. */
  siteFolder: string | null;
  /** Serve /metrics here, on the public port. */
  metrics: boolean;
  /** Takes a line for each request; null = nothing is written down. */
  accessLog: ((line: string) => void) | null;
};

/** A request is a few kilobytes. `connectionsCheckingInterval` = how often unfinished ones are looked for. */
const LIMITS = { requestTimeout: 30_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 75_000 };
/** A connection over which nothing could be sent for so long is closed. */
const STALLED_MS = 60_000;
/** A request without a body needs no wait for its end, which is a tenth of the cost of sending an image. */
const LEAN = { optimizeEmptyRequests: true };

/** A turn takes a few milliseconds then, and an address has enough under way to keep the database busy. */
const TURNS = { atOnce: 64, ofOneAddress: 32, underWay: 256, waitMs: 2_000 };

const MEGABYTE = 1024 * 1024;
/** What one address may have in memory: bodies that are not complete or wait for their turn, and answers that it does not read. */
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
  const answerCall = createCallDoor(app, {
    readBody,
    publicUrl: options.publicUrl,
    trust,
    build: site?.entry ?? null,
    noteSetting: createSettingNotes(app.sightings, options),
  });
  const answerNotification = createNotificationDoor(app, readBody);
  const answerSandbox = createSandboxDoor(app, { readBody, publicUrl: options.publicUrl, trust });
  const turns = createTurns(TURNS);
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
        const inTurn: InTurn = (answer) =>
          turns.take(
            address,
            (isOver) => {
              if (response.destroyed) return isOver();
              setTransportHeader(request, response);
              answer(isOver);
            },
            () => refuseBusy(request, response),
          );
        // A call is under way once its body is complete.
        const isCall = answerCall(request, response, (answer) =>
          inTurn((isOver) => {
            answer();
            whenAnswered(response, isOver);
          }),
        );
        if (isCall) return;
        inTurn((isOver) => {
          // A slow network may take long for an image; the server has no work with it.
          isOver();
          // Images in memory are sent before the framework too: it would double the cost.
          if (sendHotImage(images, request, response)) return;
          if (answerNotification(request, response) || answerSandbox(request, response)) return;
          // With a content type the framework would wait for the end of a body.
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
  serveImages(http, images);
  serveHealth(http, app);
  if (options.metrics) serveMetrics(http, app.metrics);
  if (site) {
    const { publicUrl } = options;
    const visits = createVisits(publicUrl, trust);
    serveShare(http, { ...app, publicUrl, visits });
    const { brand, share } = app;
    const firstAnswers = createFirstAnswers(app);
    await serveSite(http, { site, publicUrl, visits, describe: share.describe, brand, firstAnswers });
  }
  return http;
}

/** Answers when it is the turn of the address; `isOver` is to be called when nothing is left to do. */
type InTurn = (answer: (isOver: () => void) => void) => void;

function whenAnswered(response: ServerResponse, isOver: () => void): void {
  if (response.writableEnded) isOver();
  else response.once('close', isOver);
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
