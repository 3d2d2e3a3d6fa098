import { useClientState } from '../../state.ts';

/** What the server calls the site in the page. */
const NAMED = document.querySelector<HTMLMetaElement>('meta[name=apple-mobile-web-app-title]')?.content;

/** The name of the site. */
export function useSiteName(): string {
  return useClientState((state) => state.config?.site.name) || NAMED || '漫屿';
}
