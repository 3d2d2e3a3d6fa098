import type { Pool } from 'pg';
import { LONGEST_GROUP_NAME, MOST_GROUPS } from '#contract/group-limits';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import { readVisibleName } from '../../../core/text/visible-name.ts';
import { ageLimit } from '../../catalog/catalog.ts';
import {
  addGroup,
  countGroups,
  dropGroup,
  type GroupRow,
  listGroupNames,
  listGroups,
  orderGroups,
  putIntoGroups,
  renameGroup,
  takeOutOfGroups,
} from './group-store.ts';
import type { Follower, Reader } from './library.ts';
import { lockLibrary, openLibrary } from './store.ts';

/** The comics, the groups to put them into and the groups to take them out of. */
export type Grouping = { comicIds: readonly number[]; into: readonly number[]; outOf: readonly number[] };

/** The groups of readers. The verbs refuse unknown groups, names that are taken, and more groups than allowed. */
export type Groups = {
  /** The groups in their order; `chosen` = how many of these comics are in each. */
  list(reader: Reader, comicIds: readonly number[]): Promise<GroupRow[]>;
  /** Creates a group, or renames the group with this id. Returns the id. */
  save(
    reader: Pick<Follower, 'readerId' | 'counts'>,
    group: { id?: number | undefined; name: string },
  ): Promise<number>;
  /** Deletes a group; its comics stay in the library. */
  drop(readerId: number, id: number): Promise<void>;
  sort(readerId: number, ids: readonly number[]): Promise<void>;
  putComics(readerId: number, grouping: Grouping): Promise<void>;
};

export function createGroups(pool: Pool): Groups {
  return {
    list: (reader, comicIds) => listGroups(pool, reader.readerId, ageLimit(reader), comicIds),

    async save({ readerId, counts }, { id, name: given }) {
      const name = readVisibleName(given, LONGEST_GROUP_NAME);
      if (name === null) throw new BadField('name');
      return transaction(pool, async (tx) => {
        await openLibrary(tx, readerId, counts);
        return saveGroup(tx, readerId, { id, name });
      });
    },

    drop: (readerId, id) =>
      transaction(pool, async (tx) => {
        await lockLibrary(tx, readerId);
        if (!(await dropGroup(tx, readerId, id))) refuse('groupNotFound');
      }),

    sort: (readerId, ids) =>
      transaction(pool, async (tx) => {
        if (await lockLibrary(tx, readerId)) await orderGroups(tx, readerId, ids);
      }),

    putComics: (readerId, { comicIds, into, outOf }) =>
      transaction(pool, async (tx) => {
        await lockLibrary(tx, readerId);
        const ids = new Set([...into, ...outOf]);
        if ((await countGroups(tx, readerId, [...ids])) < ids.size) refuse('groupNotFound');
        await putIntoGroups(tx, readerId, into, comicIds);
        await takeOutOfGroups(tx, readerId, outOf, comicIds);
      }),
  };
}

async function saveGroup(tx: Tx, readerId: number, { id, name }: { id: number | undefined; name: string }) {
  const own = await listGroupNames(tx, readerId);
  if (own.some((group) => group.name === name && group.id !== id)) refuse('groupNameTaken');
  if (id === undefined) {
    if (own.length >= MOST_GROUPS) refuse('groupLimitReached');
    return (await addGroup(tx, readerId, name)) ?? 0;
  }
  if (!own.some((group) => group.id === id)) refuse('groupNotFound');
  await renameGroup(tx, readerId, id, name);
  return id;
}
