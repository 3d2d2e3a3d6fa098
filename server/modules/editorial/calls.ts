import { banner, event, text } from '#contract/calls/site';
import { faq } from '#contract/calls/support';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { type Catalog, restrictedMark, viewImage } from '../catalog/catalog.ts';
import { type BannerPart, type Editorial, type EventPart, runs } from './editorial.ts';
import { questionsOf } from './questions.ts';

/** More than any slot holds, so that slot and position make one number. */
const MOST_BANNERS = 1_000;

/** The calls that need only editorial data. */
export function editorialCalls(editorial: Editorial, catalog: Pick<Catalog, 'comic'>): Served[] {
  /** Without banners that lead to a comic which must not be in a prominent place. */
  async function withoutRestricted(banners: BannerPart[]): Promise<BannerPart[]> {
    if (await editorial.listsRestricted()) return banners;
    const shown = await Promise.all(
      banners.map(async (banner) => {
        const id = /^\/comic\/(\d{1,15})$/.exec(banner.link)?.[1];
        const record = id === undefined ? null : await catalog.comic(Number(id));
        return record && restrictedMark(record.comic.ageRating).restricted ? [] : [banner];
      }),
    );
    return shown.flat();
  }

  return [
    serve(
      banner,
      async ({ now, validUntil }, { no }) => {
        const { banners } = await editorial.parts();
        validUntil(await editorial.nextChange(now));
        const bySlot = Map.groupBy(await withoutRestricted(banners), ({ slot }) => slot);
        const viewOf = (slot: number) => viewBanners(bySlot.get(slot) ?? [], now);
        return Object.fromEntries(no.map((slot) => [String(slot), viewOf(slot)]));
      },
      { shared: ['catalog', 'editorial'] },
    ),

    serve(
      event,
      async ({ now, validUntil }, { id, all }) => {
        const { events } = await editorial.parts();
        validUntil(await editorial.nextChange(now));
        const isShown = (each: EventPart) =>
          id === undefined ? runs(each, now) || (all && now < listedUntil(each)) : each.id === id;
        if (all)
          for (const each of events) if (each.end !== null && now < listedUntil(each)) validUntil(listedUntil(each));
        return { events: events.filter(isShown).map((each) => viewEvent(each, id !== undefined)) };
      },
      { shared: ['editorial'] },
    ),

    serve(
      text,
      async (_ctx, { name }) => {
        const { title, body, updatedAt } = await editorial.text(name);
        return { title, body, updatedAt: updatedAt.toISOString() };
      },
      { shared: ['editorial'] },
    ),

    serve(
      faq,
      async (_ctx, { type }) => {
        const { faq } = await editorial.parts();
        const list = questionsOf(faq).map((each, index) => ({ id: index + 1, ...each }));
        return { list: type === undefined ? list : list.filter((each) => each.type === type) };
      },
      { shared: ['editorial'] },
    ),
  ];
}

/** How long an event is still listed after its end. */
const LISTED_AFTER_MS = 90 * 24 * 3600 * 1000;
const NEVER = new Date('9999-01-01');

/** Far ahead for an event without an end. */
function listedUntil({ end }: EventPart): Date {
  return end === null ? NEVER : new Date(Date.parse(end) + LISTED_AFTER_MS);
}

/** The id of a banner is made of its slot and its position there, so that it stays the same as long as neither changes. */
function viewBanners(banners: BannerPart[], now: Date) {
  return banners.flatMap((banner, index) => {
    if (!runs(banner, now)) return [];
    const { slot, title, image, link } = banner;
    return [{ id: slot * MOST_BANNERS + index, title, image: viewImage(image), link }];
  });
}

function viewEvent({ id, title, image, link, body, start, end }: EventPart, whole: boolean) {
  const shown = { id, title, image: viewImage(image), startsAt: start, endsAt: end, link };
  return whole ? { ...shown, body } : shown;
}
