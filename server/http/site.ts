import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The reader's app: built files with long lives, and one page for every address of its own. */
export async function serveSite(app: FastifyInstance, folder: string, publicUrl: string | null): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const elsewhere = publicUrl ? ` ${new URL(publicUrl).origin}` : '';
  const policy = [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${elsewhere}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const sendPage = (reply: FastifyReply) => {
    reply.header('cache-control', 'no-cache');
    reply.header('content-security-policy', policy);
    return reply.type('text/html; charset=utf-8').send(page);
  };
  app.get('/', (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !/^\/(api|img|assets)\/|^\/metrics$|\.\w+$/.test(request.url.split('?')[0] ?? '');
    return isPage ? sendPage(reply) : reply.code(404).type('text/plain').send('');
  });
}
