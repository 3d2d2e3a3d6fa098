import { writeStored } from '../../../runtime/storage/stored-json.ts';
import { useSettings } from '../../../settings.ts';
import { type KeptPictures, placeOf, screenNow } from './kept-pictures.ts';

/** Browsers give a site five million in all. */
const MOST_CHARACTERS = 1_000_000;

/** Keeps the pictures that this page was opened with, for the next time that the same screen is opened. */
export function keepPictures() {
  // The address has changed if the reader has gone on since.
  const [opened] = performance.getEntriesByType('navigation');
  const place = placeOf(new URL(opened?.name ?? location.href).pathname);
  if (!place || useSettings.getState().consent !== 'given') return;
  const pictures: KeptPictures['pictures'] = {};
  let areNew = false;
  let characters = 0;
  for (const [url, { width, source, isKept, isShown }] of globalThis.firstPictures ?? []) {
    if (!source || !isShown || characters + source.length > MOST_CHARACTERS) continue;
    characters += source.length;
    pictures[url] = { width, source };
    areNew ||= !isKept;
  }
  const { key, path } = place;
  if (areNew) writeStored(localStorage, key, { path, screen: screenNow(), pictures } satisfies KeptPictures);
}
