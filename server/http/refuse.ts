import type { FastifyReply } from 'fastify';

/** Sends a status without content, which no cache keeps. */
export function refuse(reply: FastifyReply, status: 403 | 404 | 429): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain').send('');
}
