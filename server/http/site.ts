import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../modules/editorial/editorial.ts';
import { brandManifest, brandPage } from './branded-page.ts';

const MANIFEST = 'manifest.webmanifest';

/** `folder` is that of the built client, `brand` the name and colour of the site at the moment. */
export type SiteOptions = { folder: string; publicUrl: string | null; brand: () => Promise<Brand> };

/** Serves the client: built files with long cache times, and one page for every address of the client's router. */
export async function serveSite(app: FastifyInstance, { folder, publicUrl, brand }: SiteOptions): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const manifest = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => '{}');
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

  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) => {
    const branded = brandPage(page, await brand());
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      // For in-app browsers that do not support frame-ancestors.
      'x-frame-options': 'DENY',
    });
    return reply.type('text/html; charset=utf-8').send(branded);
  };
  app.get(`/${MANIFEST}`, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return reply.type('application/manifest+json').send(brandManifest(manifest, await brand()));
  });
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
