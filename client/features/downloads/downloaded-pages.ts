import type { FetchImage } from '../../runtime/images/fetch-image.ts';
import { readImage } from '../../runtime/images/fetch-image.ts';
import type { PictureKey } from './download.ts';
import { isDownloaded } from './download-index.ts';

/** Takes a picture from the downloads if its chapter was downloaded, else fetches it. */
export function fetchUnlessDownloaded(key: PictureKey, fetch: FetchImage): FetchImage {
  if (!isDownloaded(Number(key.split('/')[0]))) return fetch;
  return (address, done, fail) => {
    let isStopped = false;
    let stop = () => {};
    const fetchInstead = () => {
      if (!isStopped) stop = fetch(address, done, fail);
    };
    const show = (source: string) => {
      if (!isStopped) done(source);
    };
    void downloadedBytes(key).then((bytes) => {
      if (bytes) readImage(new Blob([bytes]), show, fetchInstead);
      else fetchInstead();
    });
    return () => {
      isStopped = true;
      stop();
    };
  };
}

async function downloadedBytes(key: PictureKey): Promise<ArrayBuffer | null> {
  try {
    const { downloadedPicture } = await import('./downloads.ts');
    return await downloadedPicture(key);
  } catch {
    return null;
  }
}
