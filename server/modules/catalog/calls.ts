import { banner, home, newComics } from '#contract/calls';
import { type Served, serve } from '../../core/dispatch.ts';
import { cursorAfter, readCursor } from '../../core/paging.ts';
import type { Catalog } from './catalog.ts';

const HOME_UPDATED = 12;
const HOME_NEW = 9;

/** The listings: the same for everybody. */
export function catalogCalls(catalog: Catalog): Served[] {
  return [
    serve(
      home,
      async ({ now }) => {
        const [updated, newest] = await Promise.all([
          catalog.updated(now, HOME_UPDATED),
          catalog.newest(now, { genre: null, after: null, size: HOME_NEW }),
        ]);
        const sections = [
          { key: 'updated', title: '最近更新', layout: 'grid' as const, more: null, list: updated },
          { key: 'new', title: '新作', layout: 'row' as const, more: '/new', list: newest.cards },
        ];
        return { sections: sections.filter((section) => section.list.length > 0) };
      },
      { shared: true },
    ),

    serve(
      newComics,
      async ({ now }, { genre, cursor, size }) => {
        const position = readCursor(cursor, ['time', 'number']);
        const after = position && { createdAt: position[0], id: position[1] };
        const { cards, last } = await catalog.newest(now, { genre: genre ?? null, after, size });
        return { list: cards, next: last && cursorAfter([last.createdAt.toISOString(), last.id]) };
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
  ];
}
