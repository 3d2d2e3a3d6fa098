import type { Pool } from 'pg';
import { type Tx, transaction } from '../../core/db/db.ts';
import { Refusal } from '../../core/refusal/refusal.ts';
import { copyAutoBuys, copyRewards, takeAutoBuysBack } from '../../modules/account/account.ts';
import type { Act } from '../../modules/audit/audit.ts';
import {
  type CopyFolder,
  findMerge,
  type ManagedComic,
  type Merged,
  mergeComics,
  splitComics,
  undoByHand,
} from '../../modules/catalog/publishing/publishing.ts';
import { copyLikes, copyRatings, placeLikes, takeRatingsBack } from '../../modules/community/community.ts';
import { lockParts, type ReplacedComic, replaceComic, takeBackEditorial } from '../../modules/editorial/editing.ts';
import { copyTimers, copyUses, takeTimersBack, takeUsesBack } from '../../modules/membership/membership.ts';
import { type MergedReading, mergeReading, splitReading } from '../../modules/reading/reading.ts';
import { countBuyers, listOwners, listPaidTwice, type PaidTwice, placeChapters } from '../../modules/wallet/wallet.ts';

type Buyers = { readers: number; chapters: number };

/** The result of a merge in all modules. */
export type WholeMerge = Merged & {
  editorial: ReplacedComic['places'];
  reading: MergedReading;
  autoBuys: number;
  buyers: Buyers;
  paidTwice: PaidTwice[];
};

/** The result of undoing a merge. */
export type WholeSplit = Merged & {
  reading: MergedReading;
  /** Purchases since the merge. `back`: of chapters that move back; `stays`: of chapters that stay in the other comic. */
  boughtSince: { back: Buyers; stays: Buyers };
  /**
   * Whether the editorial data was restored. Null: the merge did not change it; false: it was edited since the merge, so it is
   * not restored.
   */
  editorialBack: boolean | null;
};

/** Merges one comic into another in all modules. Takes the locks in the same order as the rest of the program. */
export async function mergeWhole(
  tx: Tx,
  act: Act,
  { fromId, intoId }: { fromId: number; intoId: number },
  copyFolder: CopyFolder,
  now: Date,
): Promise<WholeMerge> {
  await lockParts(tx);
  const { places, entryId: editorialEntry } = await replaceComic(tx, act, { fromId, intoId }, now);
  const merged = await mergeComics(tx, act, { fromId, intoId, editorialEntry }, copyFolder, now);
  const { record } = merged;
  const autoBuys = await copyAutoBuys(tx, fromId, intoId);
  await copyRewards(tx, record.left);
  await copyLikes(tx, record.left, intoId);
  await copyRatings(tx, fromId, intoId);
  await copyTimers(tx, fromId, intoId);
  await copyUses(tx, record.left, intoId, now);
  const bought = merged.before.filter(({ comicId }) => comicId === fromId).map(({ id }) => id);
  const [buyers, paidTwice] = [await countBuyers(tx, bought), await listPaidTwice(tx, record.left)];
  await placeChapters(tx, placesIn(merged));
  await placeLikes(tx, record.moved, intoId);
  const owners = new Map([[intoId, await listOwners(tx, intoId)]]);
  const reading = await mergeReading(tx, { fromId, intoId, ...record }, owners, now);
  return { ...merged, editorial: places, reading, autoBuys, buyers, paidTwice };
}

/** Undoes the merge of a log entry. */
async function splitWhole(tx: Tx, act: Act, entryId: number, copyFolder: CopyFolder, now: Date): Promise<WholeSplit> {
  const found = await findMerge(tx, entryId);
  await lockParts(tx);
  const editorialBack = await takeEditorialBack(tx, act, found?.record.editorialEntry ?? null, now);
  const split = await splitComics(tx, act, entryId, copyFolder, now);
  const { from: fromId, into: intoId, left, moved } = split.record;
  const since = found?.entry.at ?? now;
  const stays = left.map((each) => each.stays).filter((id) => !moved.includes(id));
  const boughtSince = {
    back: await countBuyers(tx, moved, since),
    stays: await countBuyers(tx, stays, since),
  };
  await takeAutoBuysBack(tx, fromId, intoId);
  await takeRatingsBack(tx, fromId, intoId);
  await takeTimersBack(tx, fromId, intoId);
  await takeUsesBack(
    tx,
    left.map(({ id }) => id),
  );
  await placeChapters(tx, placesIn(split));
  await placeLikes(tx, moved, fromId);
  const owners = new Map([
    [fromId, await listOwners(tx, fromId)],
    [intoId, await listOwners(tx, intoId)],
  ]);
  const reading = await splitReading(tx, { fromId, intoId, moved, left }, owners, now);
  return { ...split, reading, boughtSince, editorialBack };
}

/** An entry that was undone: the entry of the undo, the comics concerned, and the split where it was a merge. */
export type UndoneEntry = { entryId: number | null; comicIds: number[]; split: WholeSplit | null };

/** Undoes an entry of the log about a comic or a chapter, a merge in all modules. */
export async function undoEntry(
  tx: Tx,
  act: Act,
  entryId: number,
  copyFolder: CopyFolder,
  now: Date,
): Promise<UndoneEntry> {
  if ((await findMerge(tx, entryId)) === null) {
    const undone = await undoByHand(tx, act, entryId, copyFolder, now);
    return { entryId: undone.entryId, comicIds: [undone.comicId], split: null };
  }
  const split = await splitWhole(tx, act, entryId, copyFolder, now);
  return { entryId: split.entryId, comicIds: [split.record.from, split.record.into], split };
}

/** Runs `work` in a transaction that is rolled back, without copying files. */
export async function tryOut<T>(pool: Pool, work: (tx: Tx, copyFolder: CopyFolder) => Promise<T>): Promise<T> {
  const undone = new Undone<T>();
  try {
    await transaction(pool, async (tx) => {
      undone.outcome = { result: await work(tx, async () => {}) };
      throw undone;
    });
  } catch (error) {
    if (error !== undone || !undone.outcome) throw error;
    return undone.outcome.result;
  }
  throw new Error('a trial was committed');
}

class Undone<T> extends Error {
  outcome: { result: T } | null = null;
}

/** The current comic of each changed chapter. */
function placesIn({ record: { moved, left, chaptersBefore }, homes }: Merged) {
  const changed = new Set([...moved, ...[...left, ...chaptersBefore].map(({ id }) => id)]);
  return homes.filter(({ id }) => changed.has(id));
}

async function takeEditorialBack(tx: Tx, act: Act, entryId: number | null, now: Date): Promise<boolean | null> {
  if (entryId === null) return null;
  try {
    await takeBackEditorial(tx, act, entryId, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.name === 'partNotUndone') return false;
    throw error;
  }
}

/** The titles of both comics, for texts. */
export type Titles = { from: Pick<ManagedComic, 'id' | 'title'>; into: Pick<ManagedComic, 'id' | 'title'> };
