import { genre, theme } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import type { ComicCard, Section } from '#contract/shapes';
import type { Ctx } from '../core/ctx.ts';
import { type Served, serve } from '../core/dispatch.ts';
import { type Catalog, shanghaiDayEnd, shanghaiWeekday, viewImage } from '../modules/catalog/catalog.ts';
import type { Editorial, Rule, SectionPart } from '../modules/editorial/editorial.ts';
import type { Reading } from '../modules/reading/reading.ts';

type Sources = { catalog: Catalog; editorial: Editorial; reading: Reading };
/** As of when, and for whom: `holdsUntil` is told when time alone makes it another. */
type Asked = Pick<Ctx, 'now' | 'holdsUntil'> & { adult: boolean };

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
      async ({ now, holdsUntil }, { adult }) => {
        await holdWhileShown(now, holdsUntil);
        const sections = await editorial.sections(now);
        return { sections: await fillSections(sources, sections, { now, holdsUntil, adult }) };
      },
      { shared: true },
    ),

    serve(
      theme,
      async ({ now, holdsUntil }, { id, adult }, refuse) => {
        await holdWhileShown(now, holdsUntil);
        const found = await editorial.theme(id, now);
        if (!found) return refuse(3001, null, '专题不存在或已结束');
        const { title, description, image, comics } = found;
        const list = await catalog.listings.cards(now, comics, adult);
        return { id, title, description, image: image && viewImage(image), list };
      },
      { shared: true },
    ),

    serve(
      genre,
      async ({ now, holdsUntil }, { adult }) => {
        holdsUntil(await catalog.listings.nextTurn(now));
        const { genres: said } = await editorial.parts();
        return { genres: inOrder(await catalog.listings.genres(now, adult), said) };
      },
      { shared: true },
    ),
  ];
}

/** All sections at once; one without comics is left out. */
async function fillSections(sources: Sources, sections: SectionPart[], asked: Asked): Promise<Section[]> {
  const lists = await Promise.all(sections.map((section) => comicsOf(sources, section, asked)));
  const shown = new Set<number>();
  return sections.flatMap((section, index) => {
    const { key, title, layout, more, show, count } = section;
    const found = lists[index] ?? [];
    // 为你推荐 shall not repeat what stands above it.
    const isFresh = 'rule' in show && show.rule === 'recommended';
    const list = (isFresh ? found.filter(({ id }) => !shown.has(id)) : found).slice(0, count);
    for (const { id } of list) shown.add(id);
    return list.length > 0 ? [{ key, title, layout, more, list }] : [];
  });
}

/** Beyond the section's own number, so that some are left when those shown above are taken out. */
const MOST_RECOMMENDED = 60;

async function comicsOf(sources: Sources, { show, count }: SectionPart, asked: Asked): Promise<ComicCard[]> {
  if ('rule' in show) return byRule(sources, show.rule, count, asked);
  if ('comics' in show) return chosen(sources, show.comics, count, asked);
  const theme = await sources.editorial.theme(show.theme, asked.now);
  return theme ? chosen(sources, theme.comics, count, asked) : [];
}

/** So many of a long list may be hidden before all of it must be looked through. */
const SPARE = 12;

async function chosen({ catalog }: Sources, ids: number[], size: number, { now, adult }: Asked): Promise<ComicCard[]> {
  const first = ids.slice(0, size + SPARE);
  const cards = await catalog.listings.cards(now, first, adult);
  return cards.length >= size || first.length === ids.length ? cards : catalog.listings.cards(now, ids, adult);
}

async function byRule(sources: Sources, rule: Rule, size: number, asked: Asked): Promise<ComicCard[]> {
  const { now, adult, holdsUntil } = asked;
  const { listings } = sources.catalog;
  const updated = async (which: Parameters<typeof listings.updated>[1], most = size) =>
    (await listings.updated(now, which, { genre: null, after: null, size: most, adult })).cards;
  switch (rule) {
    case 'weekday':
      holdsUntil(shanghaiDayEnd(now));
      return updated({ of: 'weekday', weekday: shanghaiWeekday(now) });
    case 'new':
      return (await listings.newest(now, { genre: null, after: null, size, adult })).cards;
    case 'free':
    case 'complete':
      return updated({ of: rule });
    case 'updated':
      return updated({ of: 'all' });
    case 'recommended':
      return updated({ of: 'all' }, MOST_RECOMMENDED);
    case 'hot':
      return ranked(sources, 'week', size, asked);
    case 'ranking':
      return ranked(sources, 'total', size, asked);
    case 'sale':
      return onSale(sources, asked, { most: 99, size });
    case 'freesale':
      return onSale(sources, asked, { most: 0, size });
  }
}

async function ranked(
  { catalog, reading }: Sources,
  type: 'week' | 'total',
  size: number,
  { now, adult }: Asked,
): Promise<ComicCard[]> {
  const { ranked } = await reading.ranking({ type, genre: null, adult, after: null, size });
  const ids = ranked.map(({ comicId }) => comicId);
  return catalog.listings.cards(now, ids, adult);
}

/** Those of which at most so many percent of the price are left, the cheapest first. */
async function onSale(
  { catalog }: Sources,
  { now, adult }: Asked,
  wanted: { most: number; size: number },
): Promise<ComicCard[]> {
  const promotions = await catalog.listings.promotions(now, { adult, ...wanted });
  return promotions.toSorted((a, b) => a.percent - b.percent).flatMap(({ list }) => list);
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
