import type { SiteIcon, SiteLogo } from './parts.ts';

/** The name and the look of the site. `color` is `#rrggbb`; null = the usual one. */
export type Brand = { name: string; color: string | null; icon: SiteIcon | null; logo: SiteLogo | null };

const FOLDER = '/brand/';

/**
 * The address of a picture of the brand, which is public, unlike other pictures. The name of a file is the hash of its content,
 * so that no cache shows an older picture.
 */
export function brandPicturePath(key: string): string {
  return `${FOLDER}${key.slice(key.lastIndexOf('/') + 1, -'.bin'.length)}.png`;
}

/** The key of the picture at a path; undefined if the brand has none there. */
export function brandPictureKey({ icon, logo }: Brand, path: string): string | undefined {
  const { source: _own, ...drawn } = icon ?? { source: '' };
  return [...Object.values(drawn), ...(logo ? [logo.key] : [])].find((key) => brandPicturePath(key) === path);
}
