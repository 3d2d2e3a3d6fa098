import type { IncomingMessage, ServerResponse } from 'node:http';

/** Told with whatever is answered: take it for what it says it is, in nobody's frame. A page says more. */
export const FOR_BROWSERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
};

/** Where the site is to be found, and whether proxies stand before it. */
type Site = { publicUrl: string | null; trustProxy: false | number | string };

/** Tells browsers that came by https to come by nothing else; others heed it not, so a forged header does no harm. */
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
