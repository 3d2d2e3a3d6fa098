/*
 * The log of the changes of operators. Each change and its entry are written in one transaction, so that there is no
 * change without one. Entries are never changed or removed: triggers refuse that.
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

/** The actor, the action and the reason. */
export type Act = { actor: string; action: string; reason: string | null };
