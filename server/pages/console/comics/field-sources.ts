import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import { columnOf } from '#contract/console/column-names';
import type { comicGet } from '#contract/console/comics';
import { latestStandingByColumn } from '../../../modules/audit/audit.ts';
import { EDITED_FIELDS } from '../../../modules/catalog/editing/editing.ts';
import type { ManagedComic } from '../../../modules/catalog/publishing/publishing.ts';
import { actorNames } from '../../../modules/staff/staff.ts';

type Sources = NonNullable<DataOf<typeof comicGet>['sources']>;

/** Where the values of a comic come from: the last change by hand, unless an import has set the value since. */
export async function sourcesOf(pool: Pool, { id, setByHand, fieldSources }: ManagedComic): Promise<Sources> {
  const entries = new Map((await latestStandingByColumn(pool, 'comic', id)).map((entry) => [entry.column, entry]));
  const nameOf = await actorNames(pool);
  return [...EDITED_FIELDS, 'cover'].flatMap((field): Sources => {
    const column = columnOf(field);
    const entry = entries.get(column);
    const imported = fieldSources[column];
    const isLater = entry !== undefined && (!imported || entry.at > new Date(imported.at));
    if (setByHand.includes(column) || isLater)
      return [{ field, from: 'hand', by: entry ? nameOf(entry.actor) : null, at: entry?.at.toISOString() ?? null }];
    return imported ? [{ field, from: imported.from, by: null, at: new Date(imported.at).toISOString() }] : [];
  });
}
