import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The built client: its folder, its page, and the script that the page begins with, by which builds are told apart. */
export type Site = { folder: string; page: string; entry: string | null };

export async function readSite(folder: string): Promise<Site> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  return { folder, page, entry: /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? null };
}

/** Serves the client: built files with long cache times, and one page for every address of the client's router. */
export async function serveSite(app: FastifyInstance, { folder, page }: Site, publicUrl: string | null): Promise<void> {
  const elsewhere = publicUrl ? ` ${new URL(publicUrl).origin}` : '';
  const policy = [
    "default-src 'self'",
    ...scriptPolicy(page),
    "img-src 'self' data: blob:",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${elsewhere}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const etag = `"${createHash('sha256').update(page).update(policy).digest('base64url').slice(0, 16)}"`;
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      'cache-control': 'no-cache',
      etag,
      'content-security-policy': policy,
      // For in-app browsers that do not support frame-ancestors.
      'x-frame-options': 'DENY',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  };
  app.get('/', sendPage);
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      /^(GET|HEAD)$/.test(request.method) &&
      !/^\/(api|img|assets)\/|^\/metrics$|\.\w+$/.test(request.url.split('?')[0] ?? '');
    return isPage ? sendPage(request, reply) : reply.code(404).type('text/plain').send('');
  });
}

/** Only inline scripts with these hashes may run. */
function scriptPolicy(page: string): string[] {
  const hashes = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return hashes.length > 0 ? [`script-src 'self' ${hashes.join(' ')}`] : [];
}
