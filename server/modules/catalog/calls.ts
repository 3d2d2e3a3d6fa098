import { banner, home } from '#contract/calls';
import { type Served, serve } from '../../core/dispatch.ts';
import type { Catalog } from './catalog.ts';
import { listingCalls } from './listing-calls.ts';

const HOME_UPDATED = 12;
const HOME_NEW = 9;

/** Home, banners and listings. */
export function catalogCalls(catalog: Catalog): Served[] {
  const { listings } = catalog;
  return [
    serve(
      home,
      async ({ now }) => {
        const [updated, newest] = await Promise.all([
          listings.updated(now, { of: 'all' }, { genre: null, after: null, size: HOME_UPDATED }),
          listings.newest(now, { genre: null, after: null, size: HOME_NEW }),
        ]);
        const sections = [
          { key: 'updated', title: '最近更新', layout: 'grid' as const, more: null, list: updated.cards },
          { key: 'new', title: '新作', layout: 'row' as const, more: '/new', list: newest.cards },
        ];
        return { sections: sections.filter((section) => section.list.length > 0) };
      },
      { shared: true },
    ),

    serve(
      banner,
      async ({ now }, { no }) => {
        const bySlot = await catalog.banners(no, now);
        return Object.fromEntries(no.map((slot) => [String(slot), bySlot.get(slot) ?? []]));
      },
      { shared: true },
    ),

    ...listingCalls(listings),
  ];
}
