import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestScheduler } from './request-scheduler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Must be called when the work for the request is done. */
    finished: (() => void) | null;
  }
}

/** With these limits an iteration takes a few milliseconds, and one address alone can keep the database busy. */
const LIMITS = { perIteration: 64, perIterationOfAddress: 32, inProgressOfAddress: 256, maxWaitMs: 2_000 };
const RETRY_AFTER_SECONDS = '2';

/** Starts the handlers in an order that is fair by address. A request is in progress until its answer is made. */
export function scheduleRequests(http: FastifyInstance): void {
  const scheduler = createRequestScheduler(LIMITS);
  http.decorateRequest('finished', null);
  // After the body: a slow body is not in progress.
  http.addHook('preHandler', (request, reply, done) => {
    // The hooks run a second time for a file that does not exist.
    if (request.finished) return done();
    const start = (finished: () => void) => {
      if (reply.raw.destroyed) return finished();
      request.finished = finished;
      done();
    };
    scheduler.run(request.address, start, () => refuseBusy(request, reply));
  });
  http.addHook('onSend', (request, _reply, _payload, done) => {
    request.finished?.();
    done();
  });
}

/** The connection stays open, because a new one costs more than the refusal, unless a part of the body was not read. */
function refuseBusy({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!raw.complete) reply.header('connection', 'close');
  reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send('');
}
