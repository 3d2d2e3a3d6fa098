import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '../../core/db/db.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { type Act, addEntry, type Entry, findEntry, listEntriesOf, type State } from '../audit/audit.ts';
import { replacePromotions } from '../catalog/publishing/publishing.ts';
import type { PartName, Parts } from './parts.ts';
import { storedKeysOf } from './parts.ts';
import { type EditorialState, type PromotionPart, readCurrent, withKnownComics } from './state.ts';
import { lockEditorial, writePart } from './store.ts';
import { keysOfUpload, readUploads } from './uploads.ts';

/** All editorial data is one subject of the log. */
export const SUBJECT = { subject: 'editorial', ids: [1] } as const;
/** How long a change can be taken back, and its pictures are kept. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const ENTRIES_AT_ONCE = 20;

/**
 * Writes the parts that differ and one entry of the log, which holds them before and after; returns its number, null if all
 * was so already. Takes the lock of the parts. Without an act nothing is logged, and the change can't be taken back.
 */
export async function changeEditorial(
  tx: Tx,
  act: Act | null,
  target: Partial<EditorialState>,
  now: Date,
): Promise<number | null> {
  await lockEditorial(tx);
  const { state } = await readCurrent(tx);
  return write(tx, act, state, target, null, now);
}

/** The entry of a change of editorial data, or of one part of it. */
export async function findEditorialEntry(db: Db, entryId: number, part?: keyof EditorialState): Promise<Entry> {
  const entry = await findEntry(db, entryId);
  const isFound = entry?.subject === SUBJECT.subject && (part === undefined || part in entry.before);
  return isFound ? entry : refuse('partNotUndone', null, '没有这条记录，或者它不是编辑数据的改动');
}

/** The state that undoing a change would write, and the state now; or refuses. */
export async function previewTakeBack(
  db: Db,
  entryId: number,
  now: Date,
): Promise<{ state: EditorialState; target: Partial<EditorialState> }> {
  const entry = await findEditorialEntry(db, entryId);
  if (entry.undoneBy !== null) refuse('partNotUndone', null, '这次改动已经撤回过');
  if (entry.at.getTime() < now.getTime() - KEPT_MS) refuse('partNotUndone', null, '30 天以前的改动不能撤回');
  const { state } = await readCurrent(db);
  const [target, after] = [
    await withKnownComics(db, partsOf(entry.before)),
    await withKnownComics(db, partsOf(entry.after)),
  ];
  for (const name of namesOf(after))
    if (!isDeepStrictEqual(plain(state[name]), plain(after[name])))
      refuse('partNotUndone', null, '之后又改过同一部分，请从最近的一次撤回起');
  if (usesMissingTheme({ ...state, ...target }))
    refuse('partNotUndone', null, '有首页栏目在用这次加上的专题，请先改那个栏目');
  return { state, target };
}

/** Takes a change back, for 30 days and while nobody has changed the same parts since; returns the number of the entry. */
export async function takeBackEditorial(tx: Tx, act: Act, entryId: number, now: Date): Promise<number | null> {
  await lockEditorial(tx);
  const { state, target } = await previewTakeBack(tx, entryId, now);
  return write(tx, act, state, target, entryId, now);
}

/** The latest first, from before an entry on. */
export function listEditorialChanges(db: Db, before: number, size: number): Promise<Entry[]> {
  return listEntriesOf(db, SUBJECT, before, size);
}

/** The latest change that is not one of taking back and was not taken back; null if there is none. */
export async function latestEditorialChange(db: Db): Promise<number | null> {
  for await (const entry of entriesBefore(db, Number.MAX_SAFE_INTEGER))
    if (entry.undoes === null && entry.undoneBy === null) return entry.id;
  return null;
}

/** The keys in the storage of all pictures that are shown, that taking a change back would show again, or that were uploaded. */
export async function neededPictures(db: Db, now: Date): Promise<Set<string>> {
  const keys = new Set(storedKeysOf((await readCurrent(db)).state));
  for (const upload of await readUploads(db, now)) for (const key of keysOfUpload(upload)) keys.add(key);
  for await (const { at, before, after } of entriesBefore(db, Number.MAX_SAFE_INTEGER)) {
    if (at.getTime() < now.getTime() - KEPT_MS) break;
    for (const state of [before, after]) for (const key of storedKeysOf(partsOf(state))) keys.add(key);
  }
  return keys;
}

async function* entriesBefore(db: Db, first: number): AsyncGenerator<Entry> {
  for (let before = first; ; ) {
    const entries = await listEditorialChanges(db, before, ENTRIES_AT_ONCE);
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined) return;
    before = last.id;
  }
}

async function write(
  tx: Tx,
  act: Act | null,
  state: EditorialState,
  target: Partial<EditorialState>,
  undoes: number | null,
  now: Date,
): Promise<number | null> {
  const names = namesOf(target).filter((name) => !isDeepStrictEqual(plain(state[name]), plain(target[name])));
  for (const name of names) {
    if (name === 'promotions') await replacePromotions(tx, (target.promotions ?? []).map(recordOf));
    else await writePartOf(tx, name, target, now);
  }
  if (names.length === 0 || act === null) return null;
  const of = (parts: Partial<EditorialState>): State =>
    plain(Object.fromEntries(names.map((name) => [name, parts[name]]))) as State;
  const entry = { ...act, subject: SUBJECT.subject, subjectId: SUBJECT.ids[0], undoes };
  return addEntry(tx, { ...entry, before: of(state), after: of(target) }, now);
}

async function writePartOf<Name extends PartName>(
  tx: Tx,
  name: Name,
  target: Partial<Parts>,
  now: Date,
): Promise<void> {
  const body = target[name];
  if (body !== undefined) await writePart(tx, name, body, now);
}

function recordOf({ key, title, percent, comics, start, end }: PromotionPart) {
  return { key, title, percent, startsAt: new Date(start), endsAt: new Date(end), comicIds: comics };
}

/** A section whose theme is gone would be empty. */
function usesMissingTheme({ home, themes }: EditorialState): boolean {
  const ids = new Set(themes.map(({ id }) => id));
  return home.some(({ show }) => 'theme' in show && !ids.has(show.theme));
}

function namesOf(parts: Partial<EditorialState>): (keyof EditorialState)[] {
  return Object.keys(parts) as (keyof EditorialState)[];
}

/** An entry holds parts as `write` has put them there. */
function partsOf(state: State): Partial<EditorialState> {
  return state as unknown as Partial<EditorialState>;
}

/** The value in the form in which the database returns it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
