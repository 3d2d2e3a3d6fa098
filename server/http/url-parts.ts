/** The part of a URL before its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** The query of a URL, with its question mark; empty without one. */
export function queryOf(url: string): string {
  return url.slice(pathOf(url).length);
}
