import type { Tx } from '../../core/db/db.ts';
import type { Act } from '../audit/audit.ts';
import { findOverlap } from '../catalog/publishing/publishing.ts';
import { changeEditorial } from './changes.ts';
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

/** Puts one comic in the place of another in everything that an editor arranges; where both are, one stays. */
export async function replaceComic(
  tx: Tx,
  act: Act,
  { fromId, intoId }: { fromId: number; intoId: number },
  now: Date,
): Promise<ReplacedComic> {
  const { state } = await readCurrent(tx);
  const { home, themes, banners, events, promotions } = state;
  const isOf = ({ link }: { link: string }) => comicOfLink(link) === fromId;
  const has = ({ comics }: { comics: readonly number[] }) => comics.includes(fromId);
  const { taken, dropped } = replacedPromotions(promotions, fromId, intoId);
  const places: ComicPlaces = {
    sections: home.filter(({ show }) => 'comics' in show && has(show)).map(({ title }) => title),
    themes: themes.filter(has).map(({ title }) => title),
    promotions: promotions.filter((each) => has(each) && !dropped.includes(each)).map(({ title }) => title),
    dropped: dropped.map(({ title }) => title),
    banners: banners.filter(isOf).map(({ title }) => title),
    events: events.filter(isOf).map(({ title }) => title),
  };
  if (Object.values(places).every((found) => found.length === 0)) return { places, entryId: null };
  const linked = <Each extends { link: string }>(each: Each): Each =>
    isOf(each) ? { ...each, link: `/comic/${intoId}` } : each;
  const target: Partial<EditorialState> = {
    home: home.map((section) =>
      'comics' in section.show
        ? { ...section, show: { comics: replaced(section.show.comics, fromId, intoId) } }
        : section,
    ),
    themes: themes.map((theme) => ({
      ...theme,
      comics: replaced(theme.comics, fromId, intoId),
      ...(theme.notes && { notes: movedNote(theme.notes, fromId, intoId) }),
    })),
    banners: banners.map(linked),
    events: events.map(linked),
    promotions: taken,
  };
  return { places, entryId: await changeEditorial(tx, act, target, now) };
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
