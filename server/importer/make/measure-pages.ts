import { freeBuffer, measurePicture } from '../pictures/decode/decode.ts';
import { kindOfPicture } from '../pictures/decode/picture-kind.ts';
import type { Size } from '../pictures/page-recipe.ts';
import type { SourcePage } from '../source/source.ts';
import { asSourceError } from '../source/source-error.ts';
import type { MakeResources } from './make-resources.ts';
import type { PageProblems } from './page-problems.ts';

/** Pictures kept in memory between measuring and drawing, so that they are read once. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** A page and its size, which is undefined if the picture is too damaged to declare it. */
export type MeasuredPage = {
  /** Position among the pages of the source. */
  index: number;
  page: SourcePage;
  size: Size | undefined;
  decodingBytes: number;
  /** Only for the first pages, up to `KEPT_BYTES`. */
  bytes: Buffer | undefined;
};

/**
 * All sizes are needed before the first page is drawn, because the panels of a scroll share one scale. Files that are no
 * pictures are left out.
 */
export async function measurePages(
  pages: SourcePage[],
  { signal, onPage }: MakeResources,
  problems: PageProblems,
): Promise<MeasuredPage[]> {
  const measured: MeasuredPage[] = [];
  let kept = 0;
  for (const [index, page] of pages.entries()) {
    signal.throwIfAborted();
    try {
      const bytes = await page.read();
      const size = await measure(bytes);
      const keep = kept + bytes.length <= KEPT_BYTES;
      if (keep) kept += bytes.length;
      else freeBuffer(bytes);
      measured.push({ index, page, ...size, bytes: keep ? bytes : undefined });
    } catch (error) {
      problems.addSkipped(page, error);
      onPage();
    }
  }
  return measured;
}

/** Throws if it is no picture. A picture that declares no size is damaged. */
async function measure(bytes: Buffer): Promise<Pick<MeasuredPage, 'size' | 'decodingBytes'>> {
  try {
    return await measurePicture(bytes);
  } catch (error) {
    if (kindOfPicture(bytes) && asSourceError(error)?.code === 'bad_image')
      return { size: undefined, decodingBytes: 0 };
    throw error;
  }
}
