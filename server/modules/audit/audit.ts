/*
 * The log of what operators change. Who changes something writes its entry in the same transaction, so that there is no
 * change without one. Nothing in it is ever changed or removed: triggers refuse that.
 */
export { checkChain } from './chain.ts';
export {
  addEntries,
  addEntry,
  type Entry,
  type EntryFilter,
  filterEntries,
  findEntry,
  latestByColumn,
  latestStandingByColumn,
  listEntries,
  listEntriesOf,
  listEntriesWithColumn,
  listManyReveals,
  listUndone,
  type State,
  type Value,
} from './store.ts';

/** Who changes something, what they call it, and why. */
export type Act = { actor: string; action: string; reason: string | null };
