import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers of every answer: no content sniffing, no frames. Pages have more. */
export const FOR_BROWSERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
};

/** The public address of the site, and whether proxies are in front of it. */
type Site = { publicUrl: string | null; trustProxy: false | number | string };

/** Strict-Transport-Security for requests over https. Browsers ignore it over http, so a forged header does no harm. */
export function createTransportRule({ publicUrl, trustProxy }: Site) {
  const always = publicUrl?.startsWith('https:') ?? false;
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (always || (trustProxy !== false && cameByHttps(request)))
      response.setHeader('strict-transport-security', 'max-age=31536000');
  };
}

function cameByHttps({ headers }: IncomingMessage): boolean {
  return /(^|,)\s*https$/.test(String(headers['x-forwarded-proto'] ?? ''));
}
