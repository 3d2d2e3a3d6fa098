import type { ImageStorage } from '../../adapters/image-storage.ts';
import type { Damage, StoredImage, StoredPage } from '../../modules/catalog/publishing/publishing.ts';
import { settleAll } from '../limits/settle-all.ts';
import { sizeBeside } from '../pictures/damage/damaged-pages.ts';
import { type Bitmap, decodeStored } from '../pictures/decode/decode.ts';
import { drawPreview, drawThumb, type NewCovers, type NewImage } from '../pictures/encode/comic-images.ts';
import { DECODER_VERSION, storedSizes } from '../pictures/page-recipe.ts';
import type { OpenedSource } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import { type MadePage, makePage } from './make-page.ts';
import type { MakeResources } from './make-resources.ts';
import { type MeasuredPage, measurePages } from './measure-pages.ts';
import { PageProblems } from './page-problems.ts';

/** A chapter whose pages are stored. Its small pictures are not stored yet. */
export type MadeChapter = {
  pages: StoredPage[];
  thumb: NewImage;
  preview: NewImage;
  /** Storage key of the page from which a cover can be made. */
  coverPage: string;
  /** The cover made from it if `makesCover` was set and the page is not damaged. */
  covers: NewCovers | undefined;
  damage: Damage;
  warnings: string[];
};

/**
 * Makes the pages of one chapter and stores them in `folder`. A damaged page is drawn as far as it can be decoded, and a file
 * that is no picture is left out, both with a warning. At least one page must be undamaged.
 */
export async function makeChapter(
  opened: OpenedSource,
  { folder, makesCover }: { folder: string; makesCover: boolean },
  resources: MakeResources,
): Promise<MadeChapter> {
  const problems = new PageProblems();
  const measured = await measurePages(opened.pages, resources, problems);
  const fallback = sizeBeside(measured.find(({ size }) => size)?.size);
  const sizes = storedSizes(measured.map(({ size }) => size ?? { ...fallback }));
  const { coverPage } = opened.metadata;
  const thumbPage = chooseThumbPage(measured, coverPage);
  const coverCandidate = chooseCoverPage(measured, coverPage);
  const made = await settleAll(
    measured.map((page, position) => {
      const small = {
        thumb: page === thumbPage,
        preview: position === 0,
        covers: makesCover && page === coverCandidate,
      };
      return makePage(page, { size: sizes[position] ?? fallback, folder, small }, resources, problems);
    }),
  );
  const first = made.find((page) => page && !page.stored.damaged);
  if (!first) throw new SourceError('bad_image', `${opened.pages.length} 张图片全部损坏，请重新获取文件`);
  await resources.storage.settle(folder);

  const soundOrFirst = (page: MeasuredPage | undefined) => {
    const found = page && made[measured.indexOf(page)];
    return found && !found.stored.damaged ? found : first;
  };
  const thumbSource = soundOrFirst(thumbPage);
  const cover = soundOrFirst(coverCandidate);
  return {
    pages: made.flatMap((page) => page?.stored ?? []),
    thumb: thumbSource.small?.thumb ?? (await drawFromStored(thumbSource, drawThumb, resources)),
    preview: first.small?.preview ?? (await drawFromStored(first, drawPreview, resources)),
    coverPage: cover.stored.key,
    covers: cover.small?.covers,
    damage: { pages: problems.count, decoders: problems.hasTimedOut ? 0 : DECODER_VERSION },
    warnings: problems.warnings,
  };
}

/** The page that is marked as the cover, else an early one. */
function chooseCoverPage(pages: MeasuredPage[], coverPage: number | undefined): MeasuredPage | undefined {
  const early = pages.slice(0, EARLY_PAGES);
  return pages.find(({ index }) => index === coverPage) ?? early.find(isPicture) ?? pages[0];
}

/** An early page that is not the cover. */
function chooseThumbPage(pages: MeasuredPage[], coverPage: number | undefined): MeasuredPage | undefined {
  const early = pages.slice(0, EARLY_PAGES).filter(({ index }) => index !== coverPage);
  return early.find(isPicture) ?? early[0] ?? pages[0];
}

/** The pages from which small pictures are made. */
export const EARLY_PAGES = 4;

/** False for a low strip that only has a title: a crop would show a few letters of it. */
export function isPicture({ size }: Pick<MeasuredPage, 'size'>): boolean {
  return size !== undefined && size.height > 0.6 * size.width;
}

/** For a page that replaces a damaged one: its pixels have been freed. */
function drawFromStored(
  { stored }: MadePage,
  draw: (page: Bitmap) => Promise<NewImage>,
  { slots, storage }: MakeResources,
): Promise<NewImage> {
  return slots(async () => draw(await decodeStored(await storage.read(stored.key))));
}

/** Puts a small picture into the comic's folder. */
export async function putImage(storage: ImageStorage, folder: string, image: NewImage): Promise<StoredImage> {
  const { width, height, color } = image;
  return { key: await storage.put(folder, image.bytes), width, height, color };
}
