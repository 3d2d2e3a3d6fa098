import type { LimitFunction } from 'p-limit';
import type { StoredPage } from '../../modules/catalog/publishing/publishing.ts';
import { settleAll } from '../limits/settle-all.ts';
import { drawDamaged } from '../pictures/damage/damaged-pages.ts';
import { type Bitmap, decodePicture, freeBuffer, TooSlow } from '../pictures/decode/decode.ts';
import { drawCovers, drawPreview, drawThumb, type NewCovers, type NewImage } from '../pictures/encode/comic-images.ts';
import { averageColor, type EncodedPiece, encodePage } from '../pictures/encode/encode-page.ts';
import { findMargins, type PageMargins } from '../pictures/encode/page-margins.ts';
import type { Size } from '../pictures/page-recipe.ts';
import { asSourceError } from '../source/source-error.ts';
import type { MakeResources } from './make-resources.ts';
import type { MeasuredPage } from './measure-pages.ts';
import type { PageProblems } from './page-problems.ts';

/** Some pictures (progressive, rotated) are decoded in full size before they are scaled. */
const DECODED_BYTES_A_PIXEL = 3;

/** Small pictures that are made of a page while its pixels are in memory. */
export type SmallImages = {
  thumb: NewImage | undefined;
  preview: NewImage | undefined;
  covers: NewCovers | undefined;
};

/** How a page is made: its stored size, its folder in the storage, and which small pictures are made of it. */
export type PageSpec = { size: Size; folder: string; small: Record<keyof SmallImages, boolean> };

/** A page in the storage; no small pictures are made of a damaged one. */
export type MadePage = { stored: StoredPage; small: SmallImages | undefined };

/** An encoded page that is not stored yet. */
type RenderedPage = {
  pieces: EncodedPiece[];
  color: string;
  margins: PageMargins | undefined;
  small: SmallImages | undefined;
  isDamaged: boolean;
};

/** Draws, encodes and stores a page; undefined for one that is left out. */
export async function makePage(
  measured: MeasuredPage,
  spec: PageSpec,
  resources: MakeResources,
  problems: PageProblems,
): Promise<MadePage | undefined> {
  try {
    const rendered = await resources.slots(() => renderPage(measured, spec, resources, problems));
    const stored = await storePieces(rendered.pieces, spec.folder, resources);
    resources.onPage();
    const key = stored[0]?.key ?? '';
    const page: StoredPage = { key, ...spec.size, color: rendered.color, source: measured.page.name };
    if (rendered.margins) page.margins = rendered.margins;
    if (rendered.isDamaged) page.damaged = true;
    return { stored: stored.length > 1 ? { ...page, pieces: stored } : page, small: rendered.small };
  } catch (error) {
    problems.addSkipped(measured.page, error);
    resources.onPage();
    return undefined;
  }
}

async function renderPage(
  measured: MeasuredPage,
  { size, small }: PageSpec,
  { slots, pixels, decoding, signal }: MakeResources,
  problems: PageProblems,
): Promise<RenderedPage> {
  signal.throwIfAborted();
  const release = await pixels.take(size.width * size.height * 4 + measured.decodingBytes);
  try {
    const { bitmap, isDamaged } = await drawWithinBudget(measured, size, decoding, problems);
    try {
      return {
        small: isDamaged ? undefined : await drawSmallImages(bitmap, small),
        pieces: await encodePage(bitmap, 1 + idleSlots(slots)),
        color: averageColor(bitmap),
        margins: isDamaged ? undefined : findMargins(bitmap),
        isDamaged,
      };
    } finally {
      freeBuffer(bitmap.pixels);
    }
  } finally {
    release();
  }
}

function storePieces(pieces: EncodedPiece[], folder: string, { storage }: MakeResources) {
  return settleAll(
    pieces.map(async ({ bytes, top, height }) => {
      const key = await storage.put(folder, bytes);
      freeBuffer(bytes);
      return { key, top, height };
    }),
  );
}

/** Idle cores. At the end of a run, all of them encode the pieces of a long strip. */
function idleSlots({ pendingCount, concurrency, activeCount }: LimitFunction): number {
  return pendingCount > 0 ? 0 : Math.max(0, concurrency - activeCount);
}

async function drawWithinBudget(
  measured: MeasuredPage,
  size: Size,
  decoding: MakeResources['decoding'],
  problems: PageProblems,
) {
  const { width, height } = measured.size ?? size;
  const release = await decoding.take(Math.max(width * height * DECODED_BYTES_A_PIXEL, measured.decodingBytes));
  try {
    const bytes = measured.bytes ?? (await measured.page.read());
    measured.bytes = undefined;
    try {
      return await drawSoundOrDamaged(measured, bytes, size, problems);
    } finally {
      freeBuffer(bytes);
    }
  } finally {
    release();
  }
}

async function drawSoundOrDamaged(
  measured: MeasuredPage,
  bytes: Buffer,
  size: Size,
  problems: PageProblems,
): Promise<{ bitmap: Bitmap; isDamaged: boolean }> {
  let reason = '图片已损坏，无法读取';
  if (measured.size) {
    try {
      return { bitmap: await decodePicture(bytes, size), isDamaged: false };
    } catch (error) {
      const sourceError = asSourceError(error);
      if (sourceError?.code !== 'bad_image') throw error;
      reason = sourceError.message;
      if (sourceError instanceof TooSlow) problems.hasTimedOut = true;
    }
  }
  const { bitmap, isLost } = await drawDamaged(measured.size && bytes, size);
  problems.addDamaged(measured.page, reason, isLost);
  return { bitmap, isDamaged: true };
}

async function drawSmallImages(page: Bitmap, spec: PageSpec['small']): Promise<SmallImages> {
  return {
    thumb: spec.thumb ? await drawThumb(page) : undefined,
    preview: spec.preview ? await drawPreview(page) : undefined,
    covers: spec.covers ? await drawCovers(page) : undefined,
  };
}
