import { useEffect } from 'react';
import { useClientState } from '../../state.ts';

/** Names the document after the screen; without a name it bears the site's. A kept screen names it again on show. */
export function useScreenTitle(title?: string) {
  const site = useClientState((state) => state.config?.site.name) || '漫屿';
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site;
  }, [title, site]);
}
