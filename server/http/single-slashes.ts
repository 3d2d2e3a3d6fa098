import type { FastifyRequest } from 'fastify';
import { pathOf } from './url-parts.ts';

/** Backslashes count: a browser reads them as slashes. */
const SEVERAL = /[/\\]{2,}/g;

/** The target of the redirect for an address with doubled slashes, such as //comic/93; null = no redirect. */
export function singleSlashesOf({ method, url }: FastifyRequest): string | null {
  // The address of a picture is exact: its parts are signed, and none is empty.
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/img/')) return null;
  const single = withSingleSlashes(url);
  return single === url ? null : single;
}

/** The address with single slashes in its path. It begins with exactly one, so that it never leads to another host. */
export function withSingleSlashes(url: string): string {
  const path = pathOf(url);
  return path.startsWith('/') ? path.replace(SEVERAL, '/') + url.slice(path.length) : url;
}
