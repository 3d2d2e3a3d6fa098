import { useEffect, useState } from 'react';
import { fetchUnlessKept } from '../../../features/downloads/kept-pages.ts';
import { fetchInWorker } from '../../../runtime/images/fetch-in-worker.ts';
import { firstAlone } from '../../../runtime/images/first-alone.ts';
import { takeFirstPicture } from '../../../runtime/images/first-pictures.ts';
import { heldPicture, holdPicture } from '../../../runtime/images/held-pictures.ts';
import { ImageFailure, type ImageLoad, loadImage } from '../../../runtime/images/image-loader.ts';
import { createPageSources, type FetchPresentUrl, type PageSources } from './page-sources.ts';

/** The images of the pages on the screen, for as long as it is there; those in view are held for a return. */
export function usePageSources(fetchPresentUrl: FetchPresentUrl): PageSources {
  const [sources] = useState(() =>
    createPageSources({
      load: firstAlone(load),
      isExpired: (failure) => failure instanceof ImageFailure && failure.status === 403,
      fetchPresentUrl,
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
  const source = heldPicture(url);
  if (source !== null) return { source: Promise.resolve(source), cancel: () => undefined };
  const loadIt = () => loadImage(url, distance, fetchUnlessKept(key, fetchInWorker));
  const first = takeFirstPicture(url);
  if (!first) return loadIt();
  return { source: first.ready.catch(() => loadIt().source), cancel: () => undefined };
}
