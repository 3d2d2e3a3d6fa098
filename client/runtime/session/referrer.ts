/** The host of the page that led here, of `document.referrer`; null where it is not known, or the site itself. */
export function referrerHost(referrer: string, ownHost: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname } = new URL(referrer);
  return hostname === '' || hostname === ownHost ? null : hostname;
}
