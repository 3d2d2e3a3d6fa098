import { createHash } from 'node:crypto';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import { brokenAmong } from '../../adapters/whole-picture.ts';
import { sizeOfPicture } from '../../importer/pictures/decode/decode.ts';
import { drawIcon, drawLogo } from '../../importer/pictures/encode/brand-images.ts';
import { drawWidths, type NewImage } from '../../importer/pictures/encode/comic-images.ts';
import { asSourceError } from '../../importer/source/source-error.ts';
import {
  type Parts,
  picturesOf,
  type SiteIcon,
  type SiteLogo,
  type SitePicture,
} from '../../modules/editorial/editing.ts';
import { readBeside } from './read-beside.ts';

/** A picture of the file, and the files to write for it; none if the storage has them already. */
export type Read<Picture> = { picture: Picture; files: NewFile[] };
export type ReadPicture = Read<SitePicture>;
type NewFile = { folder: string; bytes: Buffer };

/** The operator's file and its key in the storage. */
type Original = { bytes: Buffer; hash: string; source: string };

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
/** A picture with a higher ratio is a strip and no banner. */
const MOST_TALL = 4;

/** Pictures of the current state with undamaged files in the storage, by the key of their source. */
export async function usablePictures(parts: Parts, storage: ImageStorage): Promise<Map<string, SitePicture>> {
  const usable = new Map<string, SitePicture>();
  for (const picture of picturesOf(parts))
    if ((await brokenAmong(storage, keysOf(picture))).length === 0) usable.set(picture.source, picture);
  return usable;
}

/** Reads and draws one picture, or takes a usable one by its key. Returns a Chinese sentence if it can't be used. */
export async function readPicture(
  folder: string,
  name: string,
  usable: ReadonlyMap<string, SitePicture>,
): Promise<ReadPicture | string> {
  const kept = usable.get(name);
  if (kept) return { picture: kept, files: [] };
  return readAs(folder, name, async (original) => {
    const known = usable.get(original.source);
    if (known) return { picture: known, files: [] };
    const size = await sizeOfPicture(original.bytes);
    if (size.height > MOST_TALL * size.width) return `图片太长，高不能超过宽的 ${MOST_TALL} 倍`;
    const drawn = await drawWidths(original.bytes);
    const largest = drawn.at(-1);
    if (!largest) throw new Error('A picture has at least one width');
    const { width, height, color } = largest;
    const keyOf = ({ bytes }: NewImage) => shownKey(original, bytes);
    const variants = drawn.map((image) => ({ key: keyOf(image), width: image.width }));
    return {
      picture: { key: keyOf(largest), width, height, color, variants, source: original.source },
      files: filesOf(
        original,
        drawn.map(({ bytes }) => bytes),
      ),
    };
  });
}

/** Reads the icon of the site and draws it in all sizes. */
export async function readIcon(folder: string, name: string): Promise<Read<SiteIcon> | string> {
  return readAs(folder, name, async (original) => {
    const drawn = await drawIcon(original.bytes);
    const keyOf = (use: keyof typeof drawn) => shownKey(original, drawn[use]);
    return {
      picture: {
        favicon: keyOf('favicon'),
        small: keyOf('small'),
        large: keyOf('large'),
        touch: keyOf('touch'),
        maskable: keyOf('maskable'),
        source: original.source,
      },
      files: filesOf(original, Object.values(drawn)),
    };
  });
}

/** Reads the logo of the site. */
export async function readLogo(folder: string, name: string): Promise<Read<SiteLogo> | string> {
  return readAs(folder, name, async (original) => {
    const { bytes, width, height } = await drawLogo(original.bytes);
    const picture = { key: shownKey(original, bytes), width, height, source: original.source };
    return { picture, files: filesOf(original, [bytes]) };
  });
}

/** Reads a file and draws the wanted pictures. */
async function readAs<Picture>(
  folder: string,
  name: string,
  draw: (original: Original) => Promise<Read<Picture> | string>,
): Promise<Read<Picture> | string> {
  const bytes = await readBeside(folder, name, MAX_PICTURE_BYTES);
  if (typeof bytes === 'string') return bytes;
  const hash = hashOf(bytes);
  try {
    return await draw({ bytes, hash, source: `original/${hash}/${hash}.bin` });
  } catch (error) {
    const sourceError = asSourceError(error);
    if (!sourceError) throw error;
    return sourceError.message;
  }
}

function shownKey({ hash }: Original, bytes: Buffer): string {
  return `site/${hash}/${hashOf(bytes)}.bin`;
}

function filesOf({ bytes, hash }: Original, shown: readonly Buffer[]): NewFile[] {
  return [{ folder: `original/${hash}`, bytes }, ...shown.map((each) => ({ folder: `site/${hash}`, bytes: each }))];
}

/** Writes a picture durably into the storage. */
export async function storePicture(storage: ImageStorage, { files }: Pick<ReadPicture, 'files'>): Promise<void> {
  for (const { folder, bytes } of files) await storage.put(folder, bytes);
  for (const folder of new Set(files.map(({ folder }) => folder))) await storage.settle(folder);
}

/** Removes all other pictures. Call it under the lock of `lockParts`. */
export async function sweepPictures(storage: ImageStorage, needed: ReadonlySet<string>): Promise<void> {
  const shown = new Set([...needed].map(folderOf));
  for (const folder of await storage.prefixes(['site', 'original'])) {
    if (shown.has(folder)) continue;
    const { keys, strays } = await storage.list(folder);
    await storage.remove(folder, [...keys.keys(), ...strays]);
  }
}

function keysOf({ key, variants, source }: SitePicture): string[] {
  return [key, ...variants.map((variant) => variant.key), source];
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** The same name as in the storage: a hash of the content. */
function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
