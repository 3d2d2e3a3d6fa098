import { writeFile } from 'node:fs/promises';
import { openImageFolder } from '../server/adapters/image-folder.ts';
import { transaction } from '../server/core/db/db.ts';
import { makeCrop } from '../server/importer/make/make-crop.ts';
import { renderSvg } from '../server/importer/pictures/encode/render-svg.ts';
import type { ImportContext } from '../server/importer/run.ts';
import { changeComicByHand, comicFolder, findComicByTitle } from '../server/modules/catalog/publishing/publishing.ts';
import { drawWide } from './draw/banner.ts';
import { coverCast, type Series } from './story/series.ts';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** Draws the wide picture of a series, which home shows instead of a part of its cover. `file`: where it may be written. */
export async function addWidePicture(
  { pool, imageDir, clock }: ImportContext,
  series: Series,
  file: string,
): Promise<void> {
  const comic = await findComicByTitle(pool, series.title);
  if (comic === null) return;
  await writeFile(file, await renderSvg(drawWide(series.cover, coverCast(series))));
  const small = comicFolder(comic.storeKey);
  const { picture } = await makeCrop(openImageFolder(imageDir), {
    small,
    from: { path: file },
    crop: WHOLE,
    use: 'wide',
  });
  const act = { actor: 'manyu demo', action: 'picture', reason: null };
  await transaction(pool, (tx) => changeComicByHand(tx, act, comic.id, { wide: picture }, async () => {}, clock()));
}
