import type { FastifyRequest } from 'fastify';
import type { Origin } from '../core/dispatch/ctx.ts';
import { KEY_PREFIX } from '../modules/staff/staff.ts';
import type { ConsoleRule } from './console-rule.ts';

/**
 * The sender of a request to the console: its own page, or a script with a key; null for any other. A script with a key sends no
 * cookie. Its request must come over https or from this machine too.
 */
export function consoleCallerOf(request: FastifyRequest, rule: ConsoleRule): Origin | null {
  const { headers } = request;
  const key = apiKeyOf(headers.authorization);
  const origin = rule.originFor(request);
  if (origin === null || (key === null && !rule.isOwnCall(request))) return null;
  return {
    address: request.ip,
    url: origin,
    secure: origin.startsWith('https:'),
    userAgent: headers['user-agent'] ?? '',
    token: key ?? sessionOf(headers.cookie, origin),
  };
}

function apiKeyOf(authorization: string | undefined): string | null {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : '';
  return token.startsWith(KEY_PREFIX) ? token : null;
}

/** `__Host-` cookies are sent to this host only and can't be set by another one. Browsers take them over https alone. */
export function cookieNameFor(origin: string): string {
  return origin.startsWith('https:') ? '__Host-manyu-console' : 'manyu-console';
}

function sessionOf(cookie: string | undefined, origin: string): string | null {
  const name = `${cookieNameFor(origin)}=`;
  const found = cookie
    ?.split(/; ?/)
    .find((each) => each.startsWith(name))
    ?.slice(name.length);
  return found && /^[\w-]{43}$/.test(found) ? found : null;
}
