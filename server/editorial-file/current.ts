import type { Db } from '../core/db.ts';
import { listPromotions, titlesOf } from '../modules/catalog/publishing/publishing.ts';
import { type Parts, readParts, type Span } from '../modules/editorial/editing.ts';

export type PromotionPart = Span & {
  key: string;
  title: string;
  percent: number;
  comics: number[];
  start: string;
  end: string;
};

/** Everything that a file can describe. */
export type EditorialState = Parts & { promotions: PromotionPart[] };

/** The state in the database, and the titles of the comics in it; comics that no longer exist are left out. */
export type CurrentState = { state: EditorialState; titles: Map<number, string> };

export async function readCurrent(db: Db): Promise<CurrentState> {
  const parts = await readParts(db);
  const promotions = (await listPromotions(db)).map(({ key, title, percent, startsAt, endsAt, comicIds }) => ({
    key,
    title,
    percent,
    comics: comicIds,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
  }));
  const state = { ...parts, promotions };
  const titles = await titlesOf(db, comicsIn(state));
  const known = <Each extends { comics: number[] }>(each: Each) => ({
    ...each,
    comics: each.comics.filter((id) => titles.has(id)),
  });
  const home = state.home.map((section) =>
    'comics' in section.show ? { ...section, show: known(section.show) } : section,
  );
  return {
    state: { ...state, home, themes: state.themes.map(known), promotions: promotions.map(known) },
    titles,
  };
}

/** The comic that an inside address leads to; null for any other address. */
export function comicOfLink(link: string): number | null {
  const id = /^\/comic\/([1-9]\d{0,14})$/.exec(link)?.[1];
  return id === undefined ? null : Number(id);
}

function comicsIn({ home, themes, promotions, banners, events }: EditorialState): number[] {
  const listed = [...themes, ...promotions, ...home.flatMap(({ show }) => ('comics' in show ? [show] : []))];
  const linked = [...banners, ...events].flatMap(({ link }) => comicOfLink(link) ?? []);
  return [...new Set([...listed.flatMap(({ comics }) => comics), ...linked])];
}
