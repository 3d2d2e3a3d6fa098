import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { stringify } from 'yaml';
import { renderSvg } from '../server/importer/pictures/encode/render-svg.ts';
import { drawCover } from './draw/cover.ts';
import { pagesOf } from './draw/page/page.ts';
import type { Series } from './story/series.ts';

const PAGES_AT_ONCE = 2;

/** A chapter to be drawn. */
export type ChapterToDraw = { series: Series; no: number };

/** Draws a chapter into a folder in the layout of an operator, with cover and series.yaml. */
export async function drawChapter(folder: string, { series, no }: ChapterToDraw): Promise<void> {
  const chapter = series.chapters[no - 1];
  if (chapter === undefined) throw new Error(`${series.title} has no chapter ${no}`);
  const pages = join(folder, `第${no}话 ${chapter.title}`);
  await mkdir(pages, { recursive: true });
  // The cover comes with the first chapter; later ones leave it as it is.
  if (no === 1) await writeFile(join(folder, 'cover.jpg'), await renderSvg(drawCover(series.cover)));
  await writeFile(join(folder, 'series.yaml'), seriesFile(series, no === 1));
  const { title, direction, cast } = series;
  const drawings = pagesOf({ series: title, no, title: chapter.title, direction, cast, beats: chapter.beats });
  const drawn = pLimit(PAGES_AT_ONCE);
  await Promise.all(
    drawings.map((draw, at) =>
      drawn(async () => writeFile(join(pages, `${String(at + 1).padStart(2, '0')}.jpg`), await renderSvg(draw()))),
    ),
  );
}

/** The vertical crop position of wide pictures, in percent: the faces, below the lettering of the title. */
const FACES_AT = 96;

function seriesFile(
  { title, authors, genres, tagline, description, status, weekdays, direction, age, price, freeFirst }: Series,
  hasCover: boolean,
): string {
  const picture = { cover: 'cover.jpg', coverPosition: [50, FACES_AT] };
  const facts = {
    title,
    authors,
    genres,
    description: `${tagline}。\n${description}`,
    status,
    weekdays,
    direction,
    ageRating: age,
  };
  return stringify({ ...facts, ...(hasCover && picture), ...(price > 0 && { price, freeFirst }) });
}
