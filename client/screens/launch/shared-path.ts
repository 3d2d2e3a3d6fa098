import { isScreenPath, paths, searchPath } from '../../paths.ts';

/** The path for shared content: the screen of a link of this site, or a search for any other text. */
export function sharedPath(shared: URLSearchParams, origin: string): string {
  const texts = ['url', 'text', 'title'].map((name) => shared.get(name)?.trim() ?? '');
  for (const text of texts) {
    // Some apps put the link at the end of the text.
    for (const [address] of text.matchAll(/https?:\/\/\S+/g)) {
      if (!URL.canParse(address)) continue;
      const { origin: site, pathname, search } = new URL(address);
      if (site === origin && isScreenPath(pathname) && pathname !== paths.launch) return pathname + search;
    }
  }
  const words = [shared.get('title'), shared.get('text')]
    .map((text) => text?.replace(/https?:\/\/\S+/g, '').trim())
    .find((text) => text);
  return words ? searchPath(words) : paths.home;
}
