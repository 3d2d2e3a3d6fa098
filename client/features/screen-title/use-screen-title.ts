import { useEffect } from 'react';
import { useClientState } from '../../state.ts';

/** Sets the document's title to the screen's, else to the site's; a kept screen sets it again when it is shown. */
export function useScreenTitle(title?: string) {
  const site = useClientState((state) => state.config?.site.name) || '漫屿';
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site;
    // What the browser itself shares: it was that of the page that was opened first.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + location.pathname);
  }, [title, site]);
}
