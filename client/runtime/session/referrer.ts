/** The host of the page in `document.referrer`; null if it is unknown or this site. */
export function referrerHost(referrer: string, ownHost: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname } = new URL(referrer);
  return hostname === '' || hostname === ownHost ? null : hostname;
}
