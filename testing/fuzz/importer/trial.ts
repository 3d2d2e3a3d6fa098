import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { drawDamaged, sizeBeside } from '../../../server/importer/pictures/damage/damaged-pages.ts';
import { decodePicture, sizeOfPicture } from '../../../server/importer/pictures/decode/decode.ts';
import { isForeign, kindOfPicture } from '../../../server/importer/pictures/decode/picture-kind.ts';
import { encodePage } from '../../../server/importer/pictures/encode/encode-page.ts';
import { openSource } from '../../../server/importer/read/open-source.ts';
import { asSourceError, SourceError } from '../../../server/importer/source/source-error.ts';
import type { Specimen } from './specimens.ts';

/** The largest drawn side: the decoders are tested, not the encoder. */
const MOST_SIDE = 200;
/** Decoded pages of an archive. All pages are read. */
const MOST_PAGES = 3;

/** Processes the bytes like an import. Throws on anything but success or a refusal. */
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

/** The result, or undefined for an expected refusal. */
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
