import { useEffect, useState } from 'react';
import { fetchUnlessDownloaded } from '../../../features/downloads/downloaded-pages.ts';
import { fetchInWorker } from '../../../runtime/images/fetch-in-worker.ts';
import { firstAlone } from '../../../runtime/images/first-alone.ts';
import { holdPicture } from '../../../runtime/images/held-pictures.ts';
import { ImageFailure, type ImageLoad } from '../../../runtime/images/image-loader.ts';
import { loadPicture } from '../../../runtime/images/pictures.ts';
import { createPageSources, type FetchCurrentUrl, type PageSources } from './page-sources.ts';

/** The images of the pages on the screen. Images in view when the screen is left are held for a return. */
export function usePageSources(fetchCurrentUrl: FetchCurrentUrl): PageSources {
  const [sources] = useState(() =>
    createPageSources({
      load: firstAlone(load),
      isExpired: (failure) => failure instanceof ImageFailure && failure.status === 403,
      fetchCurrentUrl,
    }),
  );
  useEffect(
    () => () => {
      for (const { url, source } of sources.seen()) holdPicture(url, source);
      sources.dispose();
    },
    [sources],
  );
  return sources;
}

function load(url: string, distance: () => number, key: string): ImageLoad {
  return loadPicture({ url, distance, fetch: fetchUnlessDownloaded(key, fetchInWorker), once: true });
}
