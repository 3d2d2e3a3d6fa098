import type { SiteIcon, SiteLogo, SitePicture } from '../../modules/editorial/editing.ts';
import { drawPicture, drawSiteIcon, drawSiteLogo, sourceKey } from './draw-picture.ts';
import { readBeside } from './read-beside.ts';
import type { Read, ReadPicture } from './stored-pictures.ts';

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

/** Reads and draws one picture, or takes a usable one by its key. Returns a Chinese sentence if it can't be used. */
export async function readPicture(
  folder: string,
  name: string,
  usable: ReadonlyMap<string, SitePicture>,
): Promise<ReadPicture | string> {
  const kept = usable.get(name);
  if (kept) return { picture: kept, files: [] };
  return readAs(folder, name, async (original) => {
    const known = usable.get(sourceKey(original));
    return known ? { picture: known, files: [] } : drawPicture(original);
  });
}

/** Reads the icon of the site and draws it in all sizes. */
export function readIcon(folder: string, name: string): Promise<Read<SiteIcon> | string> {
  return readAs(folder, name, drawSiteIcon);
}

/** Reads the logo of the site. */
export function readLogo(folder: string, name: string): Promise<Read<SiteLogo> | string> {
  return readAs(folder, name, drawSiteLogo);
}

async function readAs<Picture>(
  folder: string,
  name: string,
  draw: (original: Buffer) => Promise<Read<Picture> | string>,
): Promise<Read<Picture> | string> {
  const bytes = await readBeside(folder, name, MAX_PICTURE_BYTES);
  return typeof bytes === 'string' ? bytes : draw(bytes);
}
