import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#contract/paths';
import type { App } from '../app.ts';
import { brandPictureKey, brandPicturePath } from '../modules/editorial/editorial.ts';
import { comicFeedPath } from '../pages/share/describe-page.ts';
import { robotsOf, rssOf } from './feeds.ts';
import { FEED_PATH } from './head.ts';
import { refuse } from './refuse.ts';
import { createTextSender, matchesTag, type Text } from './send-text.ts';
import { serveSitemap } from './sitemap.ts';
import { pathOf } from './url-parts.ts';
import type { Visits } from './visits.ts';

type ShareParts = Pick<App, 'share' | 'files' | 'brand' | 'clock'> & { publicUrl: string | null; visits: Visits };
type PublicPicture = { type: string; life: string };

const RSS = 'application/rss+xml';
/** Caches may show a picture for an hour after its comic has gone offline. */
const AN_HOUR = 'public, max-age=3600';
/** The address contains the hash of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The name of a stored file. */
const BRAND_NAME = /^[0-9a-f]{32}$/;
const OWN_ICON = '/icon-192.png';
/** The padding before the bytes of every stored image. */
const PADDING_BYTES = 2;

/** Screens with personal data, which robots.txt excludes. */
const OWN_SCREENS = [
  paths.my,
  paths.library,
  paths.downloads,
  paths.launch,
  paths.resetPassword,
  paths.payment,
  paths.giftbox,
  paths.attendance,
  paths.search,
];

/**
 * Serves everything for other programs: the pictures of shared comics, the pictures of the brand, robots.txt, the sitemap and
 * the feeds.
 */
export function serveShare(app: FastifyInstance, { share, files, brand, clock, publicUrl, visits }: ShareParts): void {
  const sendText = createTextSender();
  // Without a public address these texts contain the host of the request, so shared caches must not store them.
  const headers = { 'cache-control': `${publicUrl === null ? 'private' : 'public'}, max-age=60` };

  /** Answers with a text made for the site's origin; 404 if it is null. */
  function serveText(
    path: string,
    type: string,
    make: (origin: string, request: FastifyRequest) => Promise<string | null>,
  ) {
    app.get(path, async (request, reply) => {
      if (visits.isTooOften(request)) return refuse(reply, 429);
      const text = await make(visits.origin(request), request);
      if (text === null) return refuse(reply, 404);
      const answer: Text = { type, text, headers };
      return sendText(request, reply, answer);
    });
  }

  serveText('/robots.txt', 'text/plain', async (origin) => robotsOf(origin, OWN_SCREENS));
  serveText(FEED_PATH, RSS, async (origin) => rssOf(await share.feed(), origin, origin + FEED_PATH));
  serveText('/comic/:id/rss.xml', RSS, async (origin, request) => {
    const feed = await share.comicFeed(idOf(request));
    return feed && rssOf(feed, origin, origin + comicFeedPath(idOf(request)));
  });
  serveSitemap(app, { share, clock, visits, headers });

  /** Sends a stored picture without its padding, so that every program can show it. */
  async function sendPicture(request: FastifyRequest, reply: FastifyReply, key: string | null, as: PublicPicture) {
    const file = key === null ? null : await files.read(key);
    if (key === null || !file) return refuse(reply, 404);
    // The name of a stored file is the hash of its content.
    const tag = `"${key.slice(key.lastIndexOf('/') + 1, -'.bin'.length)}"`;
    reply.headers({ 'cache-control': as.life, etag: tag });
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type(as.type).send(file.bytes.subarray(PADDING_BYTES));
  }

  app.get('/share/comic/:id.jpg', async (request, reply) => {
    if (visits.isTooOften(request)) return refuse(reply, 429);
    return sendPicture(request, reply, await share.picture(idOf(request)), { type: 'image/jpeg', life: AN_HOUR });
  });
  // Without a rate limit: there are few of these pictures, and every page shows them.
  app.get('/brand/:name.png', async (request, reply) => {
    const path = pathOf(request.url);
    const now = await brand();
    const key = brandPictureKey(now, path);
    if (key) return sendPicture(request, reply, key, { type: 'image/png', life: FOR_EVER });
    if (!BRAND_NAME.test(paramOf(request, 'name'))) return refuse(reply, 404);
    // A cached page may name an earlier picture. It gets the current one instead.
    return reply.header('cache-control', 'no-store').redirect(now.icon ? brandPicturePath(now.icon.small) : OWN_ICON);
  });
}

function paramOf({ params }: FastifyRequest, name: string): string {
  const found: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof found === 'string' ? found : '';
}

/** The id in the path; 0 (never used as an id) if there is none. */
function idOf(request: FastifyRequest): number {
  const id = paramOf(request, 'id');
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
