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
  const held = heldPicture(url);
  if (held !== null) return { source: Promise.resolve(held), cancel: () => undefined };
  const loadIt = () => loadImage(url, distance, fetchUnlessKept(key, fetchInWorker));
  const first = takeFirstPicture(url);
  if (!first) return loadIt();
  const source = first.ready.catch(({ cause }: Error) => {
    if (isRefusal(cause)) throw new ImageFailure(url, cause);
    return loadIt().source;
  });
  return { source, cancel: () => undefined };
}

/** The server would answer the same again. */
const isRefusal = (status: unknown): status is number => typeof status === 'number' && status >= 400 && status < 500;
