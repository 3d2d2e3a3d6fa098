import { readFile } from 'node:fs/promises';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import type { StoredImage, StoredPage } from '../../modules/catalog/publishing/publishing.ts';
import { decodePicture, decodeStored, sizeOfPicture } from '../pictures/decode/decode.ts';
import { drawPreview, drawThumb } from '../pictures/encode/comic-images.ts';
import { averageColor, encodePage } from '../pictures/encode/encode-page.ts';
import { findMargins } from '../pictures/encode/page-margins.ts';
import { storedSizes } from '../pictures/page-recipe.ts';
import { EARLY_PAGES, isPicture, putImage } from './make-chapter.ts';

/** A picture on the disk; `source` is its name. */
type Picture = { path: string; source: string };

/** Single pictures to be made into pages of a chapter that exists. */
export type PagesJob = {
  /** The folder of the chapter's pages. */
  pages: string;
  /** The folder of its small pictures. */
  small: string;
  pictures: readonly Picture[];
  /** The first pages, from which the small pictures are made: stored ones, and new ones by their index. Empty: none are made. */
  shown: readonly (StoredPage | number)[];
};

export type MadePages = {
  pages: StoredPage[];
  small: { thumb: StoredImage; preview: StoredImage } | null;
};

/** Makes pages of pictures, and the small pictures of their chapter. Throws `SourceError` if a picture can't be read. */
export async function makePages(storage: ImageStorage, job: PagesJob): Promise<MadePages> {
  const pages: StoredPage[] = [];
  for (const picture of job.pictures) pages.push(await makeOne(storage, job.pages, picture));
  await storage.settle(job.pages);
  const shown = job.shown.flatMap((each) => (typeof each === 'number' ? (pages[each] ?? []) : each));
  return { pages, small: await makeSmall(storage, job.small, shown) };
}

async function makeOne(storage: ImageStorage, folder: string, { path, source }: Picture): Promise<StoredPage> {
  const bytes = await readFile(path);
  const size = await sizeOfPicture(bytes);
  const bitmap = await decodePicture(bytes, storedSizes([size])[0] ?? size);
  const pieces = [];
  for (const { bytes: encoded, top, height } of await encodePage(bitmap))
    pieces.push({ key: await storage.put(folder, encoded), top, height });
  const { width, height } = bitmap;
  const margins = findMargins(bitmap);
  return {
    key: pieces[0]?.key ?? '',
    width,
    height,
    color: averageColor(bitmap),
    source,
    ...(margins && { margins }),
    ...(pieces.length > 1 && { pieces }),
  };
}

async function makeSmall(storage: ImageStorage, folder: string, pages: readonly StoredPage[]) {
  const shown = chooseShown(pages);
  if (!shown) return null;
  const thumb = await makeThumb(storage, folder, shown.thumb);
  const first = await decodeStored(await storage.read(shown.preview.key));
  const preview = await putImage(storage, folder, await drawPreview(first));
  await storage.settle(folder);
  return { thumb, preview };
}

/** As an import chooses them: the thumb from an early page with more than a title, the preview from the first page. */
export function chooseShown(pages: readonly StoredPage[]): { thumb: StoredPage; preview: StoredPage } | null {
  const early = pages.slice(0, EARLY_PAGES);
  const sound = early.filter(({ damaged }) => !damaged);
  const preview = sound[0] ?? early[0];
  return preview ? { thumb: sound.find((page) => isPicture({ size: page })) ?? preview, preview } : null;
}

/** Draws the thumb from a stored page. The caller settles the folder. */
export async function makeThumb(storage: ImageStorage, folder: string, page: StoredPage): Promise<StoredImage> {
  return putImage(storage, folder, await drawThumb(await decodeStored(await storage.read(page.key))));
}
