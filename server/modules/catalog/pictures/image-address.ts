import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key that signs page addresses, by its number. */
export type SigningKey = { kid: number; secret: Buffer };

/** Signatures are valid until the end of the bucket after the current one: 6 to 12 hours, stable within a bucket. */
const BUCKET_SECONDS = 6 * 3600;

/** The address of a public image, relative to `image_url`. */
export function publicAddress(key: string): string {
  return `/img/${key}`;
}

/** Makes the addresses of one chapter's guarded pages: one signature serves them all. */
export function guardedAddresses({ kid, secret }: SigningKey, chapterKey: string, now: Date): (key: string) => string {
  const expires = (Math.floor(now.getTime() / 1000 / BUCKET_SECONDS) + 2) * BUCKET_SECONDS;
  const prefix = `/img/p/${kid}/${expires}/${signature(secret, kid, expires, chapterKey)}/${chapterKey}/`;
  return (key) => prefix + key.slice(key.lastIndexOf('/') + 1, -'.bin'.length);
}

/** Where an image address leads: a key of the storage, `refused` for a signature that is wrong or past its time, null for no image. */
export function keyOfAddress(
  path: string,
  keys: ReadonlyMap<number, SigningKey>,
  now: Date,
): { key: string; maxAgeSeconds: number | null } | 'refused' | null {
  // `/img/open/<32 hexadecimal digits>/<32 hexadecimal digits>.bin`
  const open = /^\/img\/((?:comic|open|site)\/[0-9a-f]{32}\/[0-9a-f]{32}\.bin)$/.exec(path);
  if (open?.[1]) return { key: open[1], maxAgeSeconds: null };
  if (!path.startsWith('/img/p/')) return null;
  // `/img/p/<key>/<expiry>/<signature>/<chapter>/<page>`
  const guarded = /^\/img\/p\/(\d{1,5})\/(\d{1,12})\/([\w-]{43})\/([0-9a-f]{32})\/([0-9a-z-]{1,80})$/.exec(path);
  if (!guarded) return 'refused';
  const [, kid = '', expires = '', signed = '', chapterKey = '', page = ''] = guarded;
  const key = keys.get(Number(kid));
  const maxAgeSeconds = Number(expires) - Math.floor(now.getTime() / 1000);
  if (!key || maxAgeSeconds <= 0) return 'refused';
  const right = signature(key.secret, key.kid, Number(expires), chapterKey);
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(signed))) return 'refused';
  return { key: `guarded/${chapterKey}/${page}.bin`, maxAgeSeconds };
}

function signature(secret: Buffer, kid: number, expires: number, chapterKey: string): string {
  return createHmac('sha256', secret).update(`${kid}/${expires}/${chapterKey}`).digest('base64url');
}
