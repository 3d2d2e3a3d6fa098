import { genre, themeOrThemes } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../core/refusal/paging.ts';
import { BadField } from '../core/refusal/refusal.ts';
import { chineseGenre, viewImage } from '../modules/catalog/catalog.ts';
import { runs, type ThemePart } from '../modules/editorial/editorial.ts';
import { type HomeCtx, type HomeSources, homeSections } from './home-sections.ts';

/** The home page, themes and genres. */
export function homeCalls(sources: HomeSources): Served[] {
  const { catalog, editorial } = sources;

  async function limitValidity(now: Date, validUntil: HomeCtx['validUntil']): Promise<void> {
    validUntil(await editorial.nextChange(now));
    validUntil(await catalog.listings.nextChange(now));
  }

  type HomeViewer = { now: Date; adult: boolean; teen: boolean };
  const countShown = async (comics: readonly number[], { now, ...audience }: HomeViewer) =>
    (await catalog.listings.cards(now, comics, audience)).length;

  /** Themes with nothing for this audience are left out. */
  async function listThemes(themes: readonly ThemePart[], { now, ...audience }: HomeViewer) {
    const cards = await catalog.listings.cards(now, [...new Set(themes.flatMap(({ comics }) => comics))], audience);
    const byId = new Map(cards.map((card) => [card.id, card]));
    return themes.flatMap((theme) => {
      const shown = theme.comics.flatMap((id) => byId.get(id) ?? []);
      const covers = shown.slice(0, MOST_COVERS).map(({ cover }) => cover);
      return shown.length > 0 ? [{ ...viewHead(theme), count: shown.length, covers }] : [];
    });
  }

  return [
    serve(
      home,
      async ({ now, validUntil }, audience) => {
        await limitValidity(now, validUntil);
        const event = (await editorial.parts()).events.find((each) => runs(each, now));
        const shownTo = await catalog.prominentAudience(audience);
        return {
          sections: await homeSections(sources, { now, validUntil, ...shownTo }),
          ...(event && { event: { id: event.id, title: event.title } }),
        };
      },
      { shared: ['catalog', 'editorial'] },
    ),

    serve(
      themeOrThemes,
      async ({ now, validUntil }, { id, cursor, size, ...asking }, refuse) => {
        await limitValidity(now, validUntil);
        const audience = await catalog.prominentAudience(asking);
        if (id === undefined) return { themes: await listThemes(await editorial.themes(now), { ...audience, now }) };
        const found = await editorial.theme(id, now);
        if (!found) return refuse('comicNotFound', null, '专题不存在或已结束');
        const { comics, notes = {} } = found;
        const { part, next } = partOf(comics, { id, cursor, size });
        const cards = await catalog.listings.cards(now, part, audience);
        const list = cards.map((card) => ({ ...card, note: notes[card.id] }));
        const count = part.length === comics.length ? list.length : await countShown(comics, { ...audience, now });
        return { ...viewHead(found), count, list, next };
      },
      { shared: ['catalog', 'editorial'] },
    ),

    serve(
      genre,
      async ({ now, validUntil }, audience) => {
        validUntil(await catalog.listings.nextChange(now));
        const { genres: settings } = await editorial.parts();
        return { genres: inOrder(await catalog.listings.genres(now, audience), settings) };
      },
      { shared: ['catalog', 'editorial'] },
    ),
  ];
}

const MOST_COVERS = 3;

function viewHead({ id, title, description, image }: ThemePart) {
  return { id, title, description, image: image && viewImage(image) };
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
