import { genre, theme } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import type { ComicCard, Section } from '#contract/shapes';
import type { Ctx } from '../core/ctx.ts';
import { type Served, serve } from '../core/dispatch.ts';
import { cursorAfter, readCursor } from '../core/paging.ts';
import { BadField } from '../core/refusal.ts';
import { shanghaiDayEnd, shanghaiWeekday } from '../core/shanghai-day.ts';
import { type Catalog, chineseGenre, viewImage } from '../modules/catalog/catalog.ts';
import type { Editorial, Rule, SectionPart } from '../modules/editorial/editorial.ts';
import type { Reading } from '../modules/reading/reading.ts';
import type { Recommend } from '../modules/recommend/recommend.ts';

type Sources = { catalog: Catalog; editorial: Editorial; reading: Reading; recommend: Recommend };
/** The time and the audience of the answer. */
type HomeCtx = Pick<Ctx, 'now' | 'holdsUntil'> & { adult: boolean; teen: boolean };

/** The home page, themes and genres. */
export function homeCalls(sources: Sources): Served[] {
  const { catalog, editorial } = sources;

  async function holdWhileShown(now: Date, holdsUntil: HomeCtx['holdsUntil']): Promise<void> {
    holdsUntil(await editorial.nextChange(now));
    holdsUntil(await catalog.listings.nextChange(now));
  }

  return [
    serve(
      home,
      async ({ now, holdsUntil }, audience) => {
        await holdWhileShown(now, holdsUntil);
        const sections = await editorial.sections(now);
        return { sections: await fillSections(sources, sections, { now, holdsUntil, ...audience }) };
      },
      { shared: ['catalog', 'editorial'] },
    ),

    serve(
      theme,
      async ({ now, holdsUntil }, { id, cursor, size, ...audience }, refuse) => {
        await holdWhileShown(now, holdsUntil);
        const found = await editorial.theme(id, now);
        if (!found) return refuse('comicNotFound', null, '专题不存在或已结束');
        const { title, description, image, comics } = found;
        const { part, next } = partOf(comics, { id, cursor, size });
        const list = await catalog.listings.cards(now, part, audience);
        return { id, title, description, image: image && viewImage(image), list, next };
      },
      { shared: ['catalog', 'editorial'] },
    ),

    serve(
      genre,
      async ({ now, holdsUntil }, audience) => {
        holdsUntil(await catalog.listings.nextChange(now));
        const { genres: settings } = await editorial.parts();
        return { genres: inOrder(await catalog.listings.genres(now, audience), settings) };
      },
      { shared: ['catalog', 'editorial'] },
    ),
  ];
}

/**
 * A page of a theme's comics; all of them without a size. The cursor names the comic before it: an editor may have moved it, or
 * taken it out, and then its old place counts.
 */
function partOf(
  comics: readonly number[],
  { id, cursor, size }: { id: number; cursor: string | undefined; size: number | undefined },
): { part: readonly number[]; next: string | null } {
  const position = readCursor(cursor, ['number', 'number', 'number']);
  if (position && position[0] !== id) throw new BadField('cursor');
  const before = position ? comics.indexOf(position[1]) : -1;
  const from = before >= 0 ? before + 1 : Math.max(0, position?.[2] ?? 0);
  const part = comics.slice(from, size === undefined ? undefined : from + size);
  const [last, end] = [part.at(-1), from + part.length];
  return { part, next: last !== undefined && end < comics.length ? cursorAfter([id, last, end]) : null };
}

/** Read in addition to the section's count, to replace comics that this audience may not see. */
const SPARE = 12;
/** More than the section shows, because comics of the sections above are removed from it. */
const MOST_RECOMMENDED = 60;

/** Fills all sections with cards, in one or two reads; sections without comics are left out. */
async function fillSections(sources: Sources, sections: SectionPart[], ctx: HomeCtx): Promise<Section[]> {
  const candidates = await Promise.all(
    sections.map(async (section) => {
      const ids = await comicsOf(sources, section, ctx);
      return { section, ids, first: ids.slice(0, isFresh(section) ? MOST_RECOMMENDED : section.count + SPARE) };
    }),
  );
  const cards = new Map<number, ComicCard>();
  const readCards = async (ids: number[]) => {
    const found = await sources.catalog.listings.cards(ctx.now, [...new Set(ids)], ctx);
    for (const card of found) cards.set(card.id, card);
  };
  await readCards(candidates.flatMap(({ first }) => first));
  const short = candidates.filter(({ section, ids, first }) => {
    return ids.length > first.length && first.filter((id) => cards.has(id)).length < section.count;
  });
  if (short.length > 0) await readCards(short.flatMap(({ ids }) => ids));

  const shown = new Set<number>();
  return candidates.flatMap(({ section, ids }) => {
    const { key, title, layout, more, count } = section;
    const found = ids.flatMap((id) => cards.get(id) ?? []);
    const list = (isFresh(section) ? found.filter(({ id }) => !shown.has(id)) : found).slice(0, count);
    for (const { id } of list) shown.add(id);
    return list.length > 0 ? [{ key, title, layout, more, list, ...(isFresh(section) && FOR_READER) }] : [];
  });
}

/** A reader's own recommendations replace this list, which is the same for everybody. */
const FOR_READER = { forReader: true } as const;

/** 为你推荐 does not repeat comics of the sections above. */
function isFresh({ show }: SectionPart): boolean {
  return 'rule' in show && show.rule === 'recommended';
}

async function comicsOf(sources: Sources, { show, count }: SectionPart, ctx: HomeCtx): Promise<readonly number[]> {
  if ('rule' in show) return byRule(sources, show.rule, count, ctx);
  if ('comics' in show) return show.comics;
  return (await sources.editorial.theme(show.theme, ctx.now))?.comics ?? [];
}

async function byRule(
  { catalog, reading, recommend }: Sources,
  rule: Rule,
  size: number,
  ctx: HomeCtx,
): Promise<number[]> {
  const { now, adult, teen, holdsUntil } = ctx;
  const { listings } = catalog;
  const ranked = async (type: 'week' | 'month' | 'total') =>
    (await reading.ranking({ type, genre: null, adult, teen, after: null, size })).ranked.map(({ comicId }) => comicId);
  const newest = () => listings.first(now, 'newest', { size, adult, teen });
  switch (rule) {
    case 'weekday':
      holdsUntil(shanghaiDayEnd(now));
      return listings.first(now, { of: 'weekday', weekday: shanghaiWeekday(now) }, { size, adult, teen });
    case 'new':
      return newest();
    case 'free':
    case 'complete':
      return listings.first(now, { of: rule }, { size, adult, teen });
    case 'updated':
      return listings.first(now, { of: 'all' }, { size, adult, teen });
    case 'recommended':
      // Other new comics are drawn each day.
      holdsUntil(shanghaiDayEnd(now));
      return recommend.toAnybody({ adult, teen }, { now, size: MOST_RECOMMENDED });
    case 'hot':
      return firstFilled([() => ranked('week'), () => ranked('month'), () => ranked('total'), newest]);
    case 'ranking':
      return ranked('total');
    case 'sale':
      return listings.onSale(now, { most: 99, size, adult, teen });
    case 'freesale':
      return listings.onSale(now, { most: 0, size, adult, teen });
  }
}

/** The first of these that has anything: 热门 is never empty, however long nobody came. */
async function firstFilled(lists: readonly (() => Promise<number[]>)[]): Promise<number[]> {
  for (const read of lists) {
    const ids = await read();
    if (ids.length > 0) return ids;
  }
  return [];
}

/**
 * The genres with editorial settings first, in that order and with those titles; then the others. Hidden ones are left out. An
 * editor may name a genre as the files of comics do: imported, it has its Chinese name.
 */
function inOrder<G extends { id: string; name: string }>(
  genres: G[],
  settings: readonly { name: string; title: string; hidden: boolean }[],
): G[] {
  const byId = new Map(genres.map((genre) => [genre.id, genre]));
  const idOf = (name: string) => (byId.has(name) ? name : chineseGenre(name));
  const named = new Set(settings.map(({ name }) => idOf(name)));
  const first = settings.flatMap(({ name, title, hidden }) => {
    const genre = byId.get(idOf(name));
    return genre && !hidden ? [{ ...genre, name: title }] : [];
  });
  return [...first, ...genres.filter(({ id }) => !named.has(id))];
}
