import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type pg from 'pg';
import { Document } from 'yaml';
import { type ImageStorage, MissingImage } from '../../adapters/image-storage.ts';
import { kindOfPicture, type PictureKind } from '../../importer/pictures/decode/picture-kind.ts';
import { noteExport, readCurrent, type SitePicture } from '../../modules/editorial/editing.ts';
import { describeState, type NamePicture } from './written-state.ts';

/** The state as a file, its pictures, and sentences about pictures that are missing in the storage. */
export type Exported = { text: string; pictures: Map<string, Buffer>; missing: string[] };

const HEADER =
  ' 漫屿的编辑数据，由 manyu editorial export 写出。字段说明见 docs/editorial.md。\n 时间是北京时间。export 是这次写出的编号，apply 由它知道之后有没有别人改过，请不要改。';

/** `folder`: the folder of the pictures as written in the file. Without one, their keys in the storage are written. */
export async function exportState(
  pool: pg.Pool,
  storage: ImageStorage,
  folder: string | null,
  now: Date,
): Promise<Exported> {
  const current = await readCurrent(pool);
  const pictures = new Map<string, Buffer>();
  const missing: string[] = [];
  const picture: NamePicture = async (image, name, label) => {
    if (!image) return undefined;
    const bytes = await originalOf(storage, image);
    if (!bytes) missing.push(`${label}的图片文件不在存储里`);
    const kind = bytes && kindOfPicture(bytes);
    const path = folder === null ? image.source : `${folder}/${name}.${kind ? EXTENSIONS[kind] : 'img'}`;
    if (bytes) pictures.set(path, bytes);
    return path;
  };
  const described = await describeState(current, picture);
  const document = new Document({ export: await noteExport(pool, current.state, now), ...described });
  document.commentBefore = HEADER;
  // Folded long lines would be valid but hard to edit.
  return { text: document.toString({ lineWidth: 0, blockQuote: 'literal' }), pictures, missing };
}

/** The export file and the folder of its pictures. */
export function pictureFolderOf(path: string): string {
  return `${basename(path, extname(path))}-pictures`;
}

/** Whether the file can be replaced: it does not exist, is empty, or was written by an export. */
export async function mayReplace(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' || text.startsWith(`#${HEADER.split('\n')[0]}`);
}

export async function writeExport(path: string, { text, pictures }: Exported): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  for (const [name, bytes] of pictures) {
    const target = join(dirname(path), name);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  await writeFile(path, text);
}

const EXTENSIONS: Record<PictureKind, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  tiff: 'tif',
  webp: 'webp',
  avif: 'avif',
  jxl: 'jxl',
  heic: 'heic',
  jp2: 'jp2',
  bmp: 'bmp',
};

async function originalOf(storage: ImageStorage, { source }: Pick<SitePicture, 'source'>): Promise<Buffer | undefined> {
  return storage.read(source).catch((error: unknown) => {
    if (error instanceof MissingImage) return undefined;
    throw error;
  });
}
