import type { Db } from '../core/db.ts';
import { titlesOf } from '../modules/catalog/comic-names-store.ts';
import { listPromotions } from '../modules/catalog/promotion-store.ts';
import { DEFAULT_PARTS, type Parts } from '../modules/editorial/editorial.ts';
import type { Span } from '../modules/editorial/parts.ts';
import { readParts } from '../modules/editorial/store.ts';

export type PromotionSaid = Span & {
  key: string;
  title: string;
  percent: number;
  comics: number[];
  start: string;
  end: string;
};

/** All that the file speaks of. */
export type Whole = Parts & { promotions: PromotionSaid[] };

/** The state as it is, and the titles of the comics in it; those that are no more are left out. */
export type Present = { whole: Whole; titles: Map<number, string> };

export async function readPresent(db: Db): Promise<Present> {
  const { parts } = await readParts(db);
  const promotions = (await listPromotions(db)).map(({ key, title, percent, startsAt, endsAt, comicIds }) => ({
    key,
    title,
    percent,
    comics: comicIds,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
  }));
  const whole = { ...DEFAULT_PARTS, ...parts, promotions };
  const titles = await titlesOf(db, comicsIn(whole));
  const known = <Each extends { comics: number[] }>(each: Each) => ({
    ...each,
    comics: each.comics.filter((id) => titles.has(id)),
  });
  const home = whole.home.map((section) =>
    'comics' in section.show ? { ...section, show: known(section.show) } : section,
  );
  return {
    whole: { ...whole, home, themes: whole.themes.map(known), promotions: promotions.map(known) },
    titles,
  };
}

/** The comic that an inside address leads to; null for any other address. */
export function comicOfLink(link: string): number | null {
  const id = /^\/comic\/([1-9]\d{0,14})$/.exec(link)?.[1];
  return id === undefined ? null : Number(id);
}

function comicsIn({ home, themes, promotions, banners, events }: Whole): number[] {
  const listed = [...themes, ...promotions, ...home.flatMap(({ show }) => ('comics' in show ? [show] : []))];
  const linked = [...banners, ...events].flatMap(({ link }) => comicOfLink(link) ?? []);
  return [...new Set([...listed.flatMap(({ comics }) => comics), ...linked])];
}
