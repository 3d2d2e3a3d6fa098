import { escapeText } from '../core/text/markup.ts';
import type { Feed, SitemapEntry } from '../pages/share/share.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** RSS 2.0; `self` is the address of the feed, `origin` that of the site. */
export function rssOf({ title, description, path, items }: Feed, origin: string, self: string): string {
  const latest = items[0]?.at;
  return `${XML}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${element('title', title)}
${element('link', origin + path)}
${element('description', description)}
<atom:link rel="self" type="application/rss+xml" href="${escapeText(self)}" />
<language>zh-CN</language>
<ttl>30</ttl>
${latest ? element('lastBuildDate', latest.toUTCString()) : ''}
${items.map((item) => rssItem(item, origin)).join('\n')}
</channel></rss>
`;
}

function rssItem({ title, path, at }: Feed['items'][number], origin: string): string {
  const link = escapeText(origin + path);
  return `<item>${element('title', title)}<link>${link}</link><guid>${link}</guid>${element('pubDate', at.toUTCString())}</item>`;
}

export function sitemapIndexOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap>${element('loc', address)}</sitemap>`);
  return `${XML}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`;
}

/** The entry without the origin of the site, which `withOrigin` adds. */
export function sitemapUrl({ path, at }: SitemapEntry): string {
  return `<url>${element('loc', path)}${at ? element('lastmod', at.toISOString()) : ''}</url>`;
}

export function withOrigin(sitemap: string, origin: string): string {
  return sitemap.replaceAll('<loc>/', () => `<loc>${escapeText(origin)}/`);
}

export function sitemapOf(urls: readonly string[]): string {
  return `${XML}<urlset xmlns="${SITEMAP_NAMESPACE}">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Excludes calls, images and the readers' personal screens from search engines. */
export function robotsOf(origin: string, own: readonly string[]): string {
  const disallowed = ['/api/', '/img/', '/pay/', '/sandbox/', ...own];
  return `User-agent: *
${disallowed.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeText(text)}</${name}>`;
}
