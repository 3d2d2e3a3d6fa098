import { page } from '../../runtime/page.ts';
import { useClientState } from '../../state.ts';

let nameInPage: string | undefined;

/** The server names the site before it renders a page. */
export function setSiteName(name: string) {
  nameInPage = name;
}

/** The name of the site: that of the configuration, or of the page until it is there. */
export function useSiteName(): string {
  const configured = useClientState((state) => state.config?.site.name);
  nameInPage ??= page.document.querySelector<HTMLMetaElement>('meta[name=apple-mobile-web-app-title]')?.content;
  return configured || nameInPage || '漫屿';
}
