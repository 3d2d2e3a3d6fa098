import { useEffect } from 'react';
import { useSiteName } from './use-site-name.ts';

/** Sets the title of the document to the screen's title, else to the site's. A kept screen sets it again when it is shown. */
export function useScreenTitle(title?: string) {
  const site = useSiteName();
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site;
    // The address that the browser's own share function uses. It would stay that of the first page.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + location.pathname);
  }, [title, site]);
}
