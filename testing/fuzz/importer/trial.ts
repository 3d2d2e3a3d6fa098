import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { drawDamaged, sizeBeside } from '../../../server/importer/pictures/damage/damaged-pages.ts';
import { decodePicture, sizeOfPicture } from '../../../server/importer/pictures/decode/decode.ts';
import { isForeign, kindOfPicture } from '../../../server/importer/pictures/decode/picture-kind.ts';
import { encodePage } from '../../../server/importer/pictures/encode/encode-page.ts';
import { openSource } from '../../../server/importer/read/open-source.ts';
import { asSourceError, SourceError } from '../../../server/importer/source/source-error.ts';
import type { Specimen } from './specimens.ts';

/** Pages are drawn no larger than this: the decoders are what is tried, not the encoder. */
const MOST_SIDE = 200;
/** Of an archive so many pages are decoded; all are read. */
const MOST_PAGES = 3;

/** Puts the bytes through all that an import would do with them. Throws where anything but a refusal comes of it. */
export async function tryOut({ kind, name, bytes }: Specimen, scratch: string): Promise<void> {
  if (kind === 'picture') return tryPicture(bytes);
  const path = `${scratch}/${name}`;
  await writeFile(path, bytes);
  try {
    await refusable(async () => {
      const opened = await openSource({ kind: 'archive', path, root: dirname(path), parents: [] });
      try {
        for (const [index, page] of opened.pages.entries()) {
          const read = await refusable(() => page.read());
          if (read && index < MOST_PAGES) await tryPicture(read);
        }
      } finally {
        await opened.close();
      }
    });
  } finally {
    await rm(path, { force: true });
  }
}

async function tryPicture(bytes: Buffer): Promise<void> {
  const kind = kindOfPicture(bytes);
  const whole = await refusable(() => sizeOfPicture(bytes));
  if (!kind || !whole) return;
  const shown = sizeBeside(whole);
  const size = { width: Math.min(shown.width, MOST_SIDE), height: Math.min(shown.height, MOST_SIDE) };
  const bitmap = await refusable(() => decodePicture(bytes, size));
  if (bitmap) {
    if (bitmap.width !== size.width || bitmap.height !== size.height)
      throw new Error('A page has another size than requested');
    await encodePage(bitmap);
  } else if (!isForeign(kind)) {
    await drawDamaged(bytes, size);
  }
}

/** What it answers, or nothing where it refuses in the way that importing expects. */
async function refusable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const sourceError = asSourceError(error);
    if (!sourceError) throw error;
    if (
      sourceError.code === 'unreadable' ||
      !(sourceError instanceof SourceError) ||
      /\p{Cc}/u.test(sourceError.message)
    )
      throw error;
    return undefined;
  }
}
