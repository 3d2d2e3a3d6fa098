import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { stringify } from 'yaml';
import { openImageFolder } from '../server/adapters/image-folder.ts';
import { transaction } from '../server/core/db/db.ts';
import { formatMistake } from '../server/core/files/yaml-source.ts';
import { renderSvg } from '../server/importer/pictures/encode/render-svg.ts';
import { listPromotions } from '../server/modules/catalog/publishing/publishing.ts';
import {
  changeEditorial,
  lockParts,
  neededPictures,
  readCurrent,
  readParts,
} from '../server/modules/editorial/editing.ts';
import { applyFile } from '../server/operator/editorial-file/apply.ts';
import { spanOf } from '../server/operator/editorial-file/span-text.ts';
import { sweepPictures } from '../server/operator/editorial-file/stored-pictures.ts';
import { drawBanner } from './draw/banner.ts';
import { BANNERS, DEMO_IDS_FROM, DEMO_PROMOTION, EVENTS, GIFTS, HOT, PROMOTIONS, THEMES } from './editorial-plan.ts';
import { coverCast, type Series } from './story/series.ts';

type EditorialContext = { pool: pg.Pool; imageDir: string; clock: () => Date };

const DAY_MS = 24 * 3600 * 1000;

/** Adds banners, themes, an event, promotions and gifts; each part only if the operator has none. */
export async function addEditorial(context: EditorialContext, folder: string, all: readonly Series[]): Promise<void> {
  const { pool, imageDir, clock } = context;
  await mkdir(folder, { recursive: true });
  const [parts, promotions] = [await readParts(pool), await listPromotions(pool)];
  const there = new Set(all.map(({ title }) => title));
  const known = (comics: readonly string[]) => comics.filter((title) => there.has(title));
  const during = (from: number, to: number) => {
    const at = (days: number) => new Date(clock().getTime() + days * DAY_MS).toISOString();
    return spanOf({ start: at(from), end: at(to) });
  };
  const picture = async (title: string, name: string) => {
    const series = all.find((each) => each.title === title);
    if (series === undefined) return undefined;
    await writeFile(join(folder, `${name}.jpg`), await renderSvg(drawBanner(series.cover, coverCast(series))));
    return `${name}.jpg`;
  };
  const withPicture = async <Item extends { of: string }>(items: readonly Item[], name: string) => {
    const drawn = await Promise.all(
      items.map(async ({ of, ...item }, at) => ({ of, ...item, picture: await picture(of, `${name}-${at}`) })),
    );
    return drawn.filter((item) => item.picture !== undefined);
  };
  const file = {
    ...(parts.banners.length === 0 && {
      banners: (await withPicture(BANNERS, 'banner')).map(({ of, ...banner }) => ({ ...banner, comic: of })),
    }),
    ...(parts.themes.length === 0 && {
      themes: (await withPicture(THEMES, 'theme')).map(({ of: _of, comics, ...theme }) => ({
        ...theme,
        comics: known(comics),
      })),
    }),
    ...(parts.events.length === 0 && {
      events: (await withPicture(EVENTS, 'event')).map(({ of: _of, ...event }) => ({ ...event, ...during(-2, 60) })),
    }),
    ...(promotions.length === 0 && {
      promotions: PROMOTIONS.map(({ days, comics, ...promotion }) => ({
        ...promotion,
        comics: known(comics),
        ...during(-1, days),
      })).filter(({ comics }) => comics.length > 0),
    }),
    ...(parts.gifts.length === 0 && { gifts: GIFTS.map((gift) => ({ ...gift, ...during(-1, 90) })) }),
    ...(parts.hot.length === 0 && { hot: HOT }),
  };
  const applied = await applyFile(
    stringify(file),
    folder,
    { isDryRun: false, act: null, agreed: 'all' },
    { pool, storage: openImageFolder(imageDir), clock },
  );
  if ('mistakes' in applied)
    throw new Error(applied.mistakes.map((each) => formatMistake('demo.yaml', each)).join('; '));
}

/** Removes the items of `addEditorial` and keeps those of the operator. */
export async function removeEditorial({ pool, imageDir, clock }: EditorialContext): Promise<void> {
  const needed = await transaction(pool, async (tx) => {
    await lockParts(tx);
    const { state } = await readCurrent(tx);
    const titles = new Set<string>(BANNERS.map(({ title }) => title));
    const kept = {
      banners: state.banners.filter(({ title }) => !titles.has(title)),
      themes: state.themes.filter(({ id }) => id < DEMO_IDS_FROM),
      events: state.events.filter(({ id }) => id < DEMO_IDS_FROM),
      gifts: state.gifts.filter(({ id }) => id < DEMO_IDS_FROM),
      hot: state.hot.filter((word) => !HOT.includes(word)),
      promotions: state.promotions.filter(({ key }) => !key.startsWith(DEMO_PROMOTION)),
    };
    await changeEditorial(tx, null, kept, clock());
    return neededPictures(tx, clock());
  });
  await sweepPictures(openImageFolder(imageDir), needed);
}
