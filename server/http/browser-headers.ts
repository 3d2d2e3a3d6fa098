import type { IncomingHttpHeaders } from 'node:http';

/** Headers of every answer: no content sniffing, no frames. Pages have more. */
export const FOR_BROWSERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
};

/** The public address of the site, and whether proxies are in front of it. */
type Site = { publicUrl: string | null; trustProxy: false | number | string };

/** `FOR_BROWSERS`, and Strict-Transport-Security over https. Browsers ignore it over http, so a forged header does no harm. */
export function createBrowserHeaders({ publicUrl, trustProxy }: Site) {
  const overHttps = { ...FOR_BROWSERS, 'strict-transport-security': 'max-age=31536000' };
  if (publicUrl?.startsWith('https:')) return () => overHttps;
  if (trustProxy === false) return () => FOR_BROWSERS;
  return (headers: IncomingHttpHeaders) => (cameByHttps(headers) ? overHttps : FOR_BROWSERS);
}

function cameByHttps({ 'x-forwarded-proto': protocol }: IncomingHttpHeaders): boolean {
  return /(^|,)\s*https$/.test(String(protocol ?? ''));
}
