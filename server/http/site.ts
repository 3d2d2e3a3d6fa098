import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { paths } from '#contract/paths';
import type { App } from '../app.ts';
import type { Clock } from '../core/dispatch/ctx.ts';
import type { Brand } from '../modules/editorial/editorial.ts';
import { brandManifest } from './branded-page.ts';
import { type BuiltPage, readBuiltPage } from './built-page.ts';
import { createPageComposer } from './composed-page.ts';
import { type FirstAnswersOf, isHome, SERVICE_WORKER_PAGE } from './first-answers.ts';
import { createRenderedScreens, type RenderScreen, readRenderer } from './rendered-screens.ts';
import { createTextSender } from './send-text.ts';
import type { Visits } from './visits.ts';

/** The built client: its folder, its page, the page's main script, which identifies the build, and the renderer of its screens. */
export type Site = { folder: string; page: BuiltPage; entry: string | null; render: RenderScreen | null };

const MANIFEST = 'manifest.webmanifest';

export type SiteParts = {
  site: Site;
  log: Logger;
  publicUrl: string | null;
  visits: Visits;
  describe: App['share']['describe'];
  /** The current name, colour and pictures of the site. */
  brand: () => Promise<Brand>;
  firstAnswers: FirstAnswersOf;
  clock: Clock;
};

export async function readSite(folder: string): Promise<Site> {
  const page = await readBuiltPage(folder);
  const [, entry = null] = /<script type="module"[^>]* src="([^"]+)"/.exec(page('')) ?? [];
  return { folder, page, entry, render: await readRenderer(folder) };
}

/**
 * Serves the client: built files with long cache times, and one page for all addresses of the client's router. The head of the
 * page describes the address.
 */
export async function serveSite(
  app: FastifyInstance,
  { site, log, publicUrl, visits, describe, brand, firstAnswers, clock }: SiteParts,
): Promise<void> {
  const { folder, page: built, render } = site;
  const manifest = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => '{}');
  const elsewhere = publicUrl ? ` ${new URL(publicUrl).origin}` : '';
  const policy = [
    "default-src 'self'",
    ...scriptPolicy(built('')),
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
    // The code that renders on the server, and the manifest of the build.
    allowedPath: (pathName) => !pathName.startsWith('/.'),
    setHeaders: (reply, file) => {
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const headers = {
    'content-security-policy': policy,
    // For in-app browsers that do not support frame-ancestors.
    'x-frame-options': 'DENY',
  };
  const sendText = createTextSender();
  const compose = createPageComposer(built, createRenderedScreens(render, clock, log));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const origin = visits.origin(request);
    const type = 'text/html';
    const path = pathOf(request.url);
    if (!isHome(path) && visits.isTooOften(request))
      return sendText(request, reply, { type, text: await compose.bare(path), headers });
    try {
      const description = await describe(path, origin);
      // Not cached: a merge of two comics can be undone.
      if (description.movedTo !== null)
        return await reply
          .header('cache-control', 'no-cache')
          .redirect(description.movedTo + queryOf(request.url), 301);
      const answers = await firstAnswers(path);
      const isChosen = CHOICES.test(request.url);
      const text = await compose.page({ path, isChosen, origin, brand: await brand(), description, answers });
      return await sendText(request, reply, { type, text, status: description.found ? 200 : 404, headers });
    } catch (error) {
      // The page handles a server that can't answer. The status 503 makes crawlers come again.
      log.error({ err: error }, 'a page could not be described');
      return sendText(request, reply, { type, text: await compose.bare(path), status: 503, headers });
    }
  };
  // The service worker uses this page for every address, so it has no description of one.
  app.get(SERVICE_WORKER_PAGE, async (request, reply) => {
    const answers = await firstAnswers(SERVICE_WORKER_PAGE);
    const parts = {
      path: SERVICE_WORKER_PAGE,
      isChosen: false,
      origin: '',
      brand: await brand(),
      description: null,
      answers,
    };
    const text = await compose.page(parts);
    return sendText(request, reply, { type: 'text/html', text, headers });
  });
  app.get(`/${MANIFEST}`, async (request, reply) =>
    sendText(request, reply, { type: 'application/manifest+json', text: brandManifest(manifest, await brand()) }),
  );
  // Routes for all screens, so that the server does not look for a file first.
  for (const screen of Object.values(paths)) app.get(screen, sendPage);
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      /^(GET|HEAD)$/.test(request.method) &&
      !/^\/(api|img|assets|brand|share|sitemap)\/|^\/metrics$|\.\w+$/.test(pathOf(request.url));
    return isPage ? sendPage(request, reply) : reply.code(404).type('text/plain').send('');
  });
}

/** Choices in the address of a listing, which is not rendered then. */
const CHOICES = /[?&](genre|type|day)=/;

/** The path without the query and without a trailing slash. */
function pathOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** Only inline scripts with these hashes may run. */
function scriptPolicy(page: string): string[] {
  const hashes = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return hashes.length > 0 ? [`script-src 'self' ${hashes.join(' ')}`] : [];
}
