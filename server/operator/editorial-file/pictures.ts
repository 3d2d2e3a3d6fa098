import { constants, open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { liesIn, realFolder } from '../../importer/source/open-inside.ts';
import type { SiteIcon, SiteLogo, SitePicture } from '../../modules/editorial/editing.ts';
import { drawPicture, drawSiteIcon, drawSiteLogo, sourceKey } from './draw-picture.ts';
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

const OUTSIDE = '图片要放在 YAML 文件所在的文件夹里，写它从那里起的名字，不能写绝对路径和 ..';
const LINK = '这是一个链接，请放图片文件本身';

/**
 * Reads a picture that a document names; returns a Chinese sentence if it can't be had. Only files in the document's own folder
 * are read: a document may come from somebody who must not publish other files of this machine. Links are not followed.
 */
async function readBeside(folder: string, name: string, mostBytes: number): Promise<Buffer | string> {
  if (isAbsolute(name) || /(^|[\\/])\.\.([\\/]|$)/.test(name)) return OUTSIDE;
  const path = join(folder, name);
  try {
    // Opening a pipe would otherwise wait for its writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const look = await file.stat();
      if (!look.isFile()) return '不是文件';
      if (!(await liesIn(file, path, await realFolder(folder)))) return OUTSIDE;
      return look.size > mostBytes ? `图片超过 ${mostBytes / 1024 / 1024} MB` : await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ELOOP') return LINK;
    if (code === 'ENOENT' || code === 'ENOTDIR') return '没有这个图片文件（从 YAML 文件所在的文件夹找起）';
    return '读不了这个图片文件，请检查权限';
  }
}
