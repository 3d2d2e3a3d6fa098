import type { Db } from '../../core/db/db.ts';
import { listPromotions, titlesOf } from '../catalog/publishing/publishing.ts';
import type { Parts, Span } from './parts.ts';
import { readParts } from './written-parts.ts';

export type PromotionPart = Span & {
  key: string;
  title: string;
  percent: number;
  comics: number[];
  start: string;
  end: string;
};

/** Everything that an editor arranges. Promotions are in tables of the catalogue, because they decide prices. */
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
  return withTitles(db, { ...parts, promotions });
}

/** A state without the comics that no longer exist, and the titles of the others. */
export async function withTitles(db: Db, state: EditorialState): Promise<CurrentState> {
  const titles = await titlesOf(db, comicsIn(state));
  return { state: { ...state, ...withComics(state, titles) }, titles };
}

/** The parts that list comics, without those that no longer exist. */
export async function withKnownComics(db: Db, parts: Partial<EditorialState>): Promise<Partial<EditorialState>> {
  return { ...parts, ...withComics(parts, await titlesOf(db, comicsIn(parts))) };
}

/** The comic that an inside address leads to; null for any other address. */
export function comicOfLink(link: string): number | null {
  const id = /^\/comic\/([1-9]\d{0,14})$/.exec(link)?.[1];
  return id === undefined ? null : Number(id);
}

function withComics(
  { home, themes, promotions }: Partial<EditorialState>,
  titles: ReadonlyMap<number, string>,
): Partial<EditorialState> {
  const known = <Each extends { comics: number[] }>(each: Each) => ({
    ...each,
    comics: each.comics.filter((id) => titles.has(id)),
  });
  return {
    ...(home && {
      home: home.map((section) => ('comics' in section.show ? { ...section, show: known(section.show) } : section)),
    }),
    ...(themes && { themes: themes.map(known) }),
    ...(promotions && { promotions: promotions.map(known) }),
  };
}

function comicsIn({ home = [], themes = [], promotions = [], banners = [], events = [] }: Partial<EditorialState>) {
  const listed = [...themes, ...promotions, ...home.flatMap(({ show }) => ('comics' in show ? [show] : []))];
  const linked = [...banners, ...events].flatMap(({ link }) => comicOfLink(link) ?? []);
  return [...new Set([...listed.flatMap(({ comics }) => comics), ...linked])];
}
