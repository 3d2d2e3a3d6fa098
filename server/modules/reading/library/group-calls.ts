import { delGroup, groupComics, groups as groupsCall, saveGroup, sortGroups } from '#contract/calls/groups';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { countsInRankings } from '../ranking/ranked-readers.ts';
import { currentIds } from './calls.ts';
import type { Groups } from './groups.ts';

/** The groups of a reader. */
export function groupCalls(groups: Groups, catalog: Pick<Catalog, 'anyComic'>): Served[] {
  return [
    serve(groupsCall, async ({ caller }, { comicIds }) => {
      const rows = await groups.list(caller, await currentIds(catalog, comicIds ?? []));
      return { list: rows.map(({ chosen, ...group }) => ({ ...group, ...(comicIds && { chosen }) })) };
    }),
    serve(saveGroup, async ({ caller }, group) => ({
      id: await groups.save({ readerId: caller.readerId, counts: countsInRankings(caller) }, group),
    })),
    serve(delGroup, async ({ caller }, { id }) => {
      await groups.drop(caller.readerId, id);
      return {};
    }),
    serve(sortGroups, async ({ caller }, { ids }) => {
      await groups.sort(caller.readerId, ids);
      return {};
    }),
    serve(groupComics, async ({ caller }, { comicIds, into, outOf }) => {
      await groups.putComics(caller.readerId, { comicIds: await currentIds(catalog, comicIds), into, outOf });
      return {};
    }),
  ];
}
