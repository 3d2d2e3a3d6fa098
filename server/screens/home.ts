import { genre, theme } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import type { ComicCard, Section } from '#contract/shapes';
import type { Ctx } from '../core/ctx.ts';
import { type Served, serve } from '../core/dispatch.ts';
import { shanghaiDayEnd, shanghaiWeekday } from '../core/shanghai-day.ts';
import { type Catalog, viewImage } from '../modules/catalog/catalog.ts';
import type { Editorial, Rule, SectionPart } from '../modules/editorial/editorial.ts';
import type { Reading } from '../modules/reading/reading.ts';

type Sources = { catalog: Catalog; editorial: Editorial; reading: Reading };
/** As of when, and for whom: `holdsUntil` is told when time alone makes it another. */
type Asked = Pick<Ctx, 'now' | 'holdsUntil'> & { adult: boolean; teen: boolean };

/** What shows comics in the editor's order. */
export function homeCalls(sources: Sources): Served[] {
  const { catalog, editorial } = sources;

  async function holdWhileShown(now: Date, holdsUntil: Asked['holdsUntil']): Promise<void> {
    holdsUntil(await editorial.nextTurn(now));
    holdsUntil(await catalog.listings.nextTurn(now));
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
      async ({ now, holdsUntil }, { id, ...audience }, refuse) => {
        await holdWhileShown(now, holdsUntil);
        const found = await editorial.theme(id, now);
        if (!found) return refuse('comicNotFound', null, '专题不存在或已结束');
        const { title, description, image, comics } = found;
        const list = await catalog.listings.cards(now, comics, audience);
        return { id, title, description, image: image && viewImage(image), list };
      },
      { shared: ['catalog', 'editorial'] },
    ),

    serve(
      genre,
      async ({ now, holdsUntil }, { adult }) => {
        holdsUntil(await catalog.listings.nextTurn(now));
        const { genres: said } = await editorial.parts();
        return { genres: inOrder(await catalog.listings.genres(now, adult), said) };
      },
      { shared: ['catalog', 'editorial'] },
    ),
  ];
}

/** Those hidden among so many of a long list are made up for at the first look. */
const SPARE = 12;
/** Beyond the section's own number, so that some are left when those shown above are taken out. */
const MOST_RECOMMENDED = 60;

/** All sections at once, and their cards; one without comics is left out. */
async function fillSections(sources: Sources, sections: SectionPart[], asked: Asked): Promise<Section[]> {
  const wanted = await Promise.all(
    sections.map(async (section) => {
      const ids = await comicsOf(sources, section, asked);
      return { section, ids, first: ids.slice(0, isFresh(section) ? MOST_RECOMMENDED : section.count + SPARE) };
    }),
  );
  const cards = new Map<number, ComicCard>();
  const look = async (ids: number[]) => {
    const found = await sources.catalog.listings.cards(asked.now, [...new Set(ids)], asked);
    for (const card of found) cards.set(card.id, card);
  };
  await look(wanted.flatMap(({ first }) => first));
  const short = wanted.filter(({ section, ids, first }) => {
    return ids.length > first.length && first.filter((id) => cards.has(id)).length < section.count;
  });
  if (short.length > 0) await look(short.flatMap(({ ids }) => ids));

  const shown = new Set<number>();
  return wanted.flatMap(({ section, ids }) => {
    const { key, title, layout, more, count } = section;
    const found = ids.flatMap((id) => cards.get(id) ?? []);
    const list = (isFresh(section) ? found.filter(({ id }) => !shown.has(id)) : found).slice(0, count);
    for (const { id } of list) shown.add(id);
    return list.length > 0 ? [{ key, title, layout, more, list }] : [];
  });
}

/** 为你推荐 shall not repeat what stands above it. */
function isFresh({ show }: SectionPart): boolean {
  return 'rule' in show && show.rule === 'recommended';
}

async function comicsOf(sources: Sources, { show, count }: SectionPart, asked: Asked): Promise<readonly number[]> {
  if ('rule' in show) return byRule(sources, show.rule, count, asked);
  if ('comics' in show) return show.comics;
  return (await sources.editorial.theme(show.theme, asked.now))?.comics ?? [];
}

async function byRule({ catalog, reading }: Sources, rule: Rule, size: number, asked: Asked): Promise<number[]> {
  const { now, adult, holdsUntil } = asked;
  const { listings } = catalog;
  const ranked = async (type: 'week' | 'total') =>
    (await reading.ranking({ type, genre: null, adult, after: null, size })).ranked.map(({ comicId }) => comicId);
  switch (rule) {
    case 'weekday':
      holdsUntil(shanghaiDayEnd(now));
      return listings.first(now, { of: 'weekday', weekday: shanghaiWeekday(now) }, { size, adult });
    case 'new':
      return listings.first(now, 'newest', { size, adult });
    case 'free':
    case 'complete':
      return listings.first(now, { of: rule }, { size, adult });
    case 'updated':
      return listings.first(now, { of: 'all' }, { size, adult });
    case 'recommended':
      return listings.first(now, { of: 'all' }, { size: MOST_RECOMMENDED, adult });
    case 'hot':
      return ranked('week');
    case 'ranking':
      return ranked('total');
    case 'sale':
      return listings.onSale(now, { most: 99, size, adult });
    case 'freesale':
      return listings.onSale(now, { most: 0, size, adult });
  }
}

/** Those the editor named come first, in that order and under those names; the others as they were, less the hidden. */
function inOrder<G extends { id: string; name: string }>(
  genres: G[],
  said: readonly { name: string; title: string; hidden: boolean }[],
): G[] {
  const byId = new Map(genres.map((genre) => [genre.id, genre]));
  const named = new Set(said.map(({ name }) => name));
  const first = said.flatMap(({ name, title, hidden }) => {
    const genre = byId.get(name);
    return genre && !hidden ? [{ ...genre, name: title }] : [];
  });
  return [...first, ...genres.filter(({ id }) => !named.has(id))];
}
