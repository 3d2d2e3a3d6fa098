import { useEffect } from 'react';
import { useSiteName } from './use-site-name.ts';

/** Sets the document's title to the screen's, else to the site's; a kept screen sets it again when it is shown. */
export function useScreenTitle(title?: string) {
  const site = useSiteName();
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site;
    // What the browser itself shares: it was that of the page that was opened first.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + location.pathname);
  }, [title, site]);
}
