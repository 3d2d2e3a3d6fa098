import type { Tx } from '../../core/db/db.ts';
import type { Act } from '../audit/audit.ts';
import { findOverlap } from '../catalog/publishing/publishing.ts';
import { changeEditorial } from './changes.ts';
import type { SectionPart, ThemePart } from './parts.ts';
import { comicOfLink, type EditorialState, type PromotionPart, readCurrent } from './state.ts';

/** Where an editor's arrangement names a comic. */
export type ComicPlaces = {
  sections: string[];
  themes: string[];
  promotions: string[];
  /** Promotions that the other comic does not take over, because it is in another one at that time. */
  dropped: string[];
  banners: string[];
  events: string[];
};

export type ReplacedComic = { places: ComicPlaces; entryId: number | null };

/** Replaces one comic by another in all parts of the editorial data; if both are named, it is named once. */
export async function replaceComic(
  tx: Tx,
  act: Act,
  { fromId, intoId }: { fromId: number; intoId: number },
  now: Date,
): Promise<ReplacedComic> {
  const { state } = await readCurrent(tx);
  const { taken, dropped } = replacedPromotions(state.promotions, fromId, intoId);
  const places = placesOf(state, fromId, dropped);
  if (Object.values(places).every((found) => found.length === 0)) return { places, entryId: null };
  const target: Partial<EditorialState> = {
    home: state.home.map((section) => replacedSection(section, fromId, intoId)),
    themes: state.themes.map((theme) => replacedTheme(theme, fromId, intoId)),
    banners: state.banners.map((banner) => replacedLink(banner, fromId, intoId)),
    events: state.events.map((event) => replacedLink(event, fromId, intoId)),
    promotions: taken,
  };
  return { places, entryId: await changeEditorial(tx, act, target, now) };
}

/** The titles of everything that names the comic. */
function placesOf(state: EditorialState, comicId: number, dropped: readonly PromotionPart[]): ComicPlaces {
  const has = ({ comics }: { comics: readonly number[] }) => comics.includes(comicId);
  const links = ({ link }: { link: string }) => comicOfLink(link) === comicId;
  return {
    sections: titlesOf(state.home.filter(({ show }) => 'comics' in show && has(show))),
    themes: titlesOf(state.themes.filter(has)),
    promotions: titlesOf(state.promotions.filter((promotion) => has(promotion) && !dropped.includes(promotion))),
    dropped: titlesOf(dropped),
    banners: titlesOf(state.banners.filter(links)),
    events: titlesOf(state.events.filter(links)),
  };
}

function titlesOf(parts: readonly { title: string }[]): string[] {
  return parts.map(({ title }) => title);
}

function replacedSection(section: SectionPart, fromId: number, intoId: number): SectionPart {
  if (!('comics' in section.show)) return section;
  return { ...section, show: { comics: replaced(section.show.comics, fromId, intoId) } };
}

function replacedTheme(theme: ThemePart, fromId: number, intoId: number): ThemePart {
  const comics = replaced(theme.comics, fromId, intoId);
  return { ...theme, comics, ...(theme.notes && { notes: movedNote(theme.notes, fromId, intoId) }) };
}

function replacedLink<Part extends { link: string }>(part: Part, fromId: number, intoId: number): Part {
  return comicOfLink(part.link) === fromId ? { ...part, link: `/comic/${intoId}` } : part;
}

/** The same list with the other comic, once. */
function replaced(comics: readonly number[], fromId: number, intoId: number): number[] {
  return [...new Set(comics.map((id) => (id === fromId ? intoId : id)))];
}

function movedNote(notes: Readonly<Record<string, string>>, fromId: number, intoId: number): Record<string, string> {
  const { [String(fromId)]: note, ...others } = notes;
  return note === undefined ? others : { [String(intoId)]: note, ...others };
}

/** A comic may be in one promotion at a time. */
function replacedPromotions(promotions: readonly PromotionPart[], fromId: number, intoId: number) {
  const dropped: PromotionPart[] = [];
  let taken = [...promotions];
  for (const [index, promotion] of promotions.entries()) {
    if (!promotion.comics.includes(fromId)) continue;
    const withInto = taken.with(index, { ...promotion, comics: replaced(promotion.comics, fromId, intoId) });
    const overlaps = findOverlap(
      withInto.map((each) => ({
        ...each,
        startsAt: new Date(each.start),
        endsAt: new Date(each.end),
        comicIds: each.comics.filter((id) => id === intoId),
      })),
    );
    if (!overlaps) taken = withInto;
    else {
      dropped.push(promotion);
      taken = taken.with(index, { ...promotion, comics: promotion.comics.filter((id) => id !== fromId) });
    }
  }
  return { taken, dropped };
}
