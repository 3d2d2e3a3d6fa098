import { escapeJson, escapeText } from '../core/text/markup.ts';
import type { PageDescription, SharePicture } from '../pages/share/describe-page.ts';

/** The path of the site's feed. */
export const FEED_PATH = '/rss.xml';

/** Adds title, description and card to the built page. */
export function describedPage(built: string, description: PageDescription, origin: string): string {
  // A page must have one title and one description, so those of the built page are removed.
  const template = built.replace(/\s*<meta name="description"[^>]*>/, '');
  const [before = '', after = ''] = template.split(/<title>[^<]*<\/title>/);
  return before + tagsOf(description, origin).join('\n    ') + after;
}

function tagsOf(page: PageDescription, origin: string): string[] {
  const { siteName, description, path, picture, feed } = page;
  const title = page.title || siteName;
  const documentTitle = page.title ? `${page.title} · ${siteName}` : siteName;
  const url = path === null ? null : origin + path;
  const image = picture && origin + picture.path;
  return [
    `<title>${escapeText(documentTitle)}</title>`,
    // The crawlers of WeChat and QQ read `itemprop`.
    meta('name="description" itemprop="description"', description),
    meta('itemprop="name"', title),
    ...(page.indexed ? [] : [meta('name="robots"', 'noindex')]),
    ...(url ? [`<link rel="canonical" href="${escapeText(url)}" />`] : []),
    meta('property="og:site_name"', siteName),
    meta('property="og:type"', page.kind),
    meta('property="og:locale"', 'zh_CN'),
    meta('property="og:title"', title),
    meta('property="og:description"', description),
    ...(url ? [meta('property="og:url"', url)] : []),
    ...(image && picture ? pictureTags(image, picture, title) : []),
    meta('name="twitter:card"', 'summary'),
    alternate(origin + FEED_PATH, `${siteName} · 最近更新`),
    ...(feed ? [alternate(origin + feed.path, feed.title)] : []),
    ...page.data.map((data) => `<script type="application/ld+json">${escapeJson(data)}</script>`),
  ];
}

function pictureTags(image: string, { type, width, height }: SharePicture, title: string): string[] {
  return [
    meta('itemprop="image"', image),
    meta('property="og:image"', image),
    meta('property="og:image:type"', type),
    meta('property="og:image:width"', String(width)),
    meta('property="og:image:height"', String(height)),
    meta('property="og:image:alt"', title),
  ];
}

function meta(name: string, content: string): string {
  return `<meta ${name} content="${escapeText(content)}" />`;
}

function alternate(href: string, title: string): string {
  return `<link rel="alternate" type="application/rss+xml" title="${escapeText(title)}" href="${escapeText(href)}" />`;
}
