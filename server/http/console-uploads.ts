import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addFiles } from '#contract/console/upload';
import { CHUNK_PATH, MOST_CHUNK_BYTES, OFFSET_HEADER } from '#contract/upload-chunks';
import type { App } from '../app.ts';
import type { StaffCaller } from '../core/dispatch/ctx.ts';
import { Refusal } from '../core/refusal/refusal.ts';
import { acceptBodies } from './bodies.ts';
import { consoleCallerOf } from './console-caller.ts';
import type { ConsoleRule } from './console-rule.ts';
import type { createForeignRecorder } from './foreign-pages.ts';
import type { OpenShares } from './load/open-shares.ts';
import { refusalText } from './refusal-text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The member of staff who sends a chunk. */
    sender: StaffCaller | null;
  }
}

type UploadParts = Pick<App, 'receiveChunk' | 'authoriseStaff' | 'log'> & {
  shares: OpenShares;
  recordForeign: ReturnType<typeof createForeignRecorder>;
};

const FILE_ID = /^[\w-]{22}$/;
const OFFSET = /^\d{1,15}$/;

/** Receives chunks of files. The sender is checked before the body is read. */
export function serveUploads(http: FastifyInstance, parts: UploadParts, rule: ConsoleRule): void {
  const { receiveChunk, authoriseStaff, log, shares, recordForeign } = parts;

  async function checkSender(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
    const from = consoleCallerOf(request, rule);
    if (from === null) {
      recordForeign('console', request);
      return reply.code(403).send(refusalText('staffForbidden'));
    }
    try {
      request.sender = from.token === null ? null : await authoriseStaff(from.token, addFiles);
    } catch (error) {
      return sendRefusal(reply, error);
    }
    return request.sender === null ? reply.code(403).send(refusalText('sessionLost')) : undefined;
  }

  async function receive(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const { sender, params, headers, body } = request;
    const offset = String(headers[OFFSET_HEADER] ?? '');
    if (!FILE_ID.test(params.id)) return reply.code(404).send(refusalText('uploadNotFound'));
    if (!OFFSET.test(offset) || !Buffer.isBuffer(body)) return reply.code(400).send(refusalText('unreadableRequest'));
    if (sender === null) throw new Error('a chunk without a sender');
    let received: number;
    try {
      received = await receiveChunk(sender, params.id, Number(offset), body);
    } catch (error) {
      return sendRefusal(reply, error);
    }
    return reply.send(JSON.stringify({ status: 1, message: '', code: 0, data: { received } }));
  }

  http.register(async (scope) => {
    acceptBodies(scope, { parseAs: 'buffer', bodyLimit: MOST_CHUNK_BYTES, shares });
    scope.decorateRequest('sender', null);
    scope.addHook('onRequest', checkSender);
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500) log.error({ err: error }, 'a chunk of an upload was not received');
      return reply.code(status).send(refusalText(status >= 500 ? 'serverError' : 'unreadableRequest'));
    });
    scope.put(`${CHUNK_PATH}:id`, receive);
  });
}

/** Anything but a refusal is a fault. */
function sendRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof Refusal)) throw error;
  return reply.code(error.name === 'staffForbidden' ? 403 : 200).send(refusalText(error.name, error.data));
}
