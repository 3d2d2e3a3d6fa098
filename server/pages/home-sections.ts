import { themePath } from '#contract/paths';
import type { ComicCard, Section } from '#contract/shapes';
import type { Ctx } from '../core/dispatch/ctx.ts';
import { shanghaiDayEnd, shanghaiWeekday } from '../core/time/shanghai-day.ts';
import { type Catalog, viewImage } from '../modules/catalog/catalog.ts';
import type { Editorial, Rule, SectionPart, ThemePart } from '../modules/editorial/editorial.ts';
import type { Reading } from '../modules/reading/reading.ts';
import type { Recommend } from '../modules/recommend/recommend.ts';

export type HomeSources = { catalog: Catalog; editorial: Editorial; reading: Reading; recommend: Recommend };
/** The time and the audience of the answer. */
export type HomeCtx = Pick<Ctx, 'now' | 'validUntil'> & { adult: boolean; teen: boolean };

/** The sections of the home screen at this moment, with their comics. */
export async function homeSections(sources: HomeSources, ctx: HomeCtx): Promise<Section[]> {
  return fillSections(sources, await arrangedSections(sources.editorial, ctx.now), ctx);
}

/** The first section of a home screen without banners: the most read comic. */
const LEAD: SectionPart = {
  key: 'lead',
  title: '本期主打',
  layout: 'hero',
  more: null,
  show: { rule: 'hot' },
  count: 1,
  start: null,
  end: null,
};

/** With fewer comics on the home screen this section is left out. */
const LEAD_FROM = 4;

async function arrangedSections(editorial: Editorial, now: Date): Promise<SectionPart[]> {
  const sections = withThemes(await editorial.sections(now), await editorial.themes(now));
  const isLed = sections.some(({ layout }) => layout === 'hero') || (await editorial.hasTopBanner(now));
  return isLed ? sections : [LEAD, ...sections];
}

const COMICS_OF_THEME = 12;

/** Replaces a section with the rule `themes` by one section for each of the first themes. Themes with their own section are skipped. */
function withThemes(sections: readonly SectionPart[], themes: readonly ThemePart[]): SectionPart[] {
  const own = new Set(sections.map(({ show }) => ('theme' in show ? show.theme : null)));
  return sections.flatMap((section) => {
    if (!('rule' in section.show) || section.show.rule !== 'themes') return [section];
    return themes
      .filter(({ id }) => !own.has(id))
      .slice(0, section.count)
      .map(({ id, title }) => {
        return { ...section, key: `theme-${id}`, title, show: { theme: id }, count: COMICS_OF_THEME };
      });
  });
}

/** Read in addition to the section's count, to replace comics that this audience is not allowed to see. */
const SPARE = 12;
/** More than the section shows, because comics of the sections above are removed from it. */
const MOST_RECOMMENDED = 60;

/**
 * Fills all sections with cards, in one or two reads; sections without comics are left out. A comic that a rule has chosen is
 * not repeated in later sections.
 */
async function fillSections(sources: HomeSources, sections: SectionPart[], ctx: HomeCtx): Promise<Section[]> {
  const { listings } = sources.catalog;
  let above = 0;
  const found: Candidates[] = await Promise.all(
    sections.map(async (section) => {
      const needed = isFresh(section) ? MOST_RECOMMENDED : section.count + above + SPARE;
      above += section.count;
      return { section, ids: await comicsOf(sources, section, needed, ctx) };
    }),
  );
  const candidates = withFirst(found);
  const cards = new Map<number, ComicCard>();
  const readCards = async (ids: number[]) => {
    for (const card of await listings.cards(ctx.now, [...new Set(ids)], ctx)) cards.set(card.id, card);
  };
  await readCards(candidates.flatMap(({ first }) => first));
  const short = candidates.filter(({ section, ids, first }) => {
    return ids.length > first.length && first.filter((id) => cards.has(id)).length < section.count;
  });
  if (short.length > 0) await readCards(short.flatMap(({ ids }) => [...ids]));

  const filled = chooseComics(candidates, cards);
  const comics = new Set(filled.flatMap(({ list }) => list.map(({ id }) => id)));
  const isTooFew = candidates[0]?.section === LEAD && comics.size < LEAD_FROM;
  const shown = isTooFew ? chooseComics(candidates.slice(1), cards) : filled;
  const headed = withThemeHeads(shown, sections, await sources.editorial.themes(ctx.now));
  return withWidePictures(await withTaglines(headed, listings), listings);
}

/** Adds the picture of its theme to a section, and the link to the theme if the editor has set none. */
function withThemeHeads(shown: Section[], sections: readonly SectionPart[], themes: readonly ThemePart[]): Section[] {
  return shown.map((section) => {
    const { show } = sections.find(({ key }) => key === section.key) ?? LEAD;
    const theme = 'theme' in show && themes.find(({ id }) => id === show.theme);
    if (!theme) return section;
    const { id, description, image } = theme;
    return {
      ...section,
      more: section.more ?? themePath(id),
      theme: { id, description, image: image && viewImage(image) },
    };
  });
}

type Candidates = { section: SectionPart; ids: readonly number[] };

/** Adds the comics whose cards are read first: enough for the section if no card is missing, and a few spare ones. */
function withFirst(candidates: readonly Candidates[]): (Candidates & { first: number[] })[] {
  const above = new Set<number>();
  return candidates.map(({ section, ids }) => {
    const left = mayRepeat(section) ? ids : ids.filter((id) => !above.has(id));
    for (const id of left.slice(0, section.count)) above.add(id);
    return { section, ids, first: left.slice(0, section.count + SPARE) };
  });
}

function chooseComics(candidates: readonly Candidates[], cards: ReadonlyMap<number, ComicCard>): Section[] {
  const shown = new Set<number>();
  return candidates.flatMap(({ section, ids }) => {
    const { key, title, layout, more, count } = section;
    const found = ids.flatMap((id) => cards.get(id) ?? []).filter(({ id }) => mayRepeat(section) || !shown.has(id));
    const list = fullRows(found.slice(0, count), layout);
    for (const { id } of list) shown.add(id);
    return list.length > 0 ? [{ key, title, layout, more, list, ...(isFresh(section) && FOR_READER) }] : [];
  });
}

/** Rankings and sections with comics that an editor has chosen are shown unchanged. */
function mayRepeat({ show, layout }: SectionPart): boolean {
  return !('rule' in show) || layout === 'rank';
}

/** The columns of a layout on a wide screen; a phone has half as many. Other layouts have one column. */
const COLUMNS: Partial<Record<SectionPart['layout'], number>> = { grid: 6, hero: 6, wide: 2 };

/** Removes comics from an incomplete last row: another section may show them. One or two comics are not a grid. */
function fullRows(list: ComicCard[], layout: SectionPart['layout']): ComicCard[] {
  const lead = layout === 'hero' ? 1 : 0;
  const columns = COLUMNS[layout] ?? 1;
  const full = (each: number) => lead + each * Math.floor((list.length - lead) / each);
  for (const each of [columns, columns / 2])
    if (Number.isInteger(each) && full(each) > lead) return list.slice(0, full(each));
  return list;
}

async function withTaglines(sections: Section[], listings: Catalog['listings']): Promise<Section[]> {
  const withText = sections.filter((section) => section.layout === 'list' || section.layout === 'hero');
  const taglines = await listings.taglines(withText.flatMap(({ list }) => list.map(({ id }) => id)));
  return sections.map((section) => {
    if (!withText.includes(section)) return section;
    return { ...section, list: section.list.map((comic) => ({ ...comic, tagline: taglines.get(comic.id) })) };
  });
}

/** A wide part of a cover often cuts its lettering. */
async function withWidePictures(sections: Section[], listings: Catalog['listings']): Promise<Section[]> {
  const wide = sections.filter(({ layout }) => layout === 'wide' || layout === 'hero');
  const pictures = await listings.widePictures(wide.flatMap(({ list }) => list.map(({ id }) => id)));
  return sections.map((section) => {
    if (!wide.includes(section)) return section;
    return { ...section, list: section.list.map((comic) => ({ ...comic, wide: pictures.get(comic.id) })) };
  });
}

/** A reader's own recommendations replace this list, which is the same for everybody. */
const FOR_READER = { forReader: true } as const;

/** 为你推荐 does not repeat comics of the sections above. */
function isFresh({ show }: SectionPart): boolean {
  return 'rule' in show && show.rule === 'recommended';
}

async function comicsOf(
  sources: HomeSources,
  { show }: SectionPart,
  size: number,
  ctx: HomeCtx,
): Promise<readonly number[]> {
  if ('rule' in show) return byRule(sources, show.rule, size, ctx);
  if ('comics' in show) return show.comics;
  return (await sources.editorial.theme(show.theme, ctx.now))?.comics ?? [];
}

async function byRule(
  { catalog, reading, recommend }: HomeSources,
  rule: Rule,
  size: number,
  ctx: HomeCtx,
): Promise<number[]> {
  const { now, adult, teen, validUntil } = ctx;
  const { listings } = catalog;
  const ranked = async (type: 'week' | 'month' | 'total') =>
    (await reading.ranking({ type, genre: null, adult, teen, after: null, size })).ranked.map(({ comicId }) => comicId);
  const newest = () => listings.first(now, 'newest', { size, adult, teen });
  switch (rule) {
    case 'weekday':
      validUntil(shanghaiDayEnd(now));
      return listings.first(now, { of: 'weekday', weekday: shanghaiWeekday(now) }, { size, adult, teen });
    case 'new':
      return newest();
    case 'free':
    case 'complete':
      return listings.first(now, { of: rule }, { size, adult, teen });
    case 'updated':
      return listings.first(now, { of: 'all' }, { size, adult, teen });
    case 'recommended':
      // Other new comics are chosen at random each day.
      validUntil(shanghaiDayEnd(now));
      return recommend.toAnybody({ adult, teen }, { now, size: MOST_RECOMMENDED });
    case 'hot':
      return firstFilled([() => ranked('week'), () => ranked('month'), () => ranked('total'), newest]);
    case 'ranking':
      return ranked('total');
    case 'sale':
      return listings.onSale(now, { most: 99, size, adult, teen });
    case 'freesale':
      return listings.onSale(now, { most: 0, size, adult, teen });
    case 'themes':
      // Sections of single themes take its place.
      return [];
  }
}

/** The first list that is not empty: 热门 has comics also on a site without recent readers. */
async function firstFilled(lists: readonly (() => Promise<number[]>)[]): Promise<number[]> {
  for (const read of lists) {
    const ids = await read();
    if (ids.length > 0) return ids;
  }
  return [];
}
