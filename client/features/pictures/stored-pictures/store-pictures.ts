import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { writeStored } from '../../../runtime/storage/stored-json.ts';
import { useSettings } from '../../../settings.ts';
import { type StoredPictures, screenNow, storageOf } from './stored-pictures.ts';

/** Browsers allow a site about five million characters in localStorage. */
const MOST_CHARACTERS = 1_000_000;

/** Stores the pictures that this page was opened with, for the next time that the same screen is opened. */
export function storePictures() {
  // The current address may belong to a later screen.
  const [opened] = performance.getEntriesByType('navigation');
  const storage = storageOf(new URL(opened?.name ?? location.href).pathname);
  if (!storage || useSettings.getState().consent !== 'given') return;
  const pictures: StoredPictures['pictures'] = {};
  let areNew = false;
  let characters = 0;
  for (const [url, { width, source, isStored, isShown }] of globalThis.firstPictures ?? []) {
    if (!source || !isShown || characters + source.length > MOST_CHARACTERS) continue;
    characters += source.length;
    pictures[url] = { width, source };
    areNew ||= !isStored;
  }
  const { key, path } = storage;
  if (areNew) writeStored(deviceStorage, key, { path, screen: screenNow(), pictures } satisfies StoredPictures);
}
