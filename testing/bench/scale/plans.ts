import type pg from 'pg';

/** An unnamed query and its values. */
export type RecordedStatement = { text: string; values: unknown[] };

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** Tables that don't grow with the site. */
const SHORT = new Set([
  'promotion',
  'genre_tally',
  'signing_key',
  'hidden_word',
  'ranking_snapshot',
  'address_key',
  'day_salt',
  'store_intent',
]);

/** The full scans of a plan: of tables, and of indexes without a condition or limit. */
export async function scansOf(client: pg.ClientBase, query: string | RecordedStatement): Promise<string[]> {
  const { rows } = await explained(client, query);
  const plan: Plan | undefined = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('no plan');
  return [...new Set(scansIn(plan, false))];
}

async function explained(client: pg.ClientBase, query: string | RecordedStatement) {
  type Explained = { 'QUERY PLAN': { Plan: Plan }[] };
  if (typeof query !== 'string') return client.query<Explained>(`explain (format json) ${query.text}`, query.values);
  // The generic plan, which PostgreSQL uses for a named statement after some executions.
  const count = Math.max(0, ...[...query.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare planned as ${query}`);
  try {
    const values = count === 0 ? '' : `(${Array(count).fill('null').join(', ')})`;
    return await client.query<Explained>(`explain (format json) execute planned${values}`);
  } finally {
    await client.query('deallocate planned');
    await client.query('reset plan_cache_mode');
  }
}

function scansIn(plan: Plan, isLimited: boolean): string[] {
  const type = plan['Node Type'];
  const inner = (plan.Plans ?? []).flatMap((each) => scansIn(each, limits(type, isLimited)));
  const table = plan['Relation Name'];
  if (type === 'Seq Scan' && table && !SHORT.has(table)) return [...inner, table];
  const isWholeIndex = type.includes('Index') && plan['Index Cond'] === undefined && !isLimited;
  if (isWholeIndex && !(table && SHORT.has(table))) return [...inner, plan['Index Name'] ?? type];
  return inner;
}

/** Whether the nodes below are read only up to a limit. Sorting and counting read everything. */
function limits(type: string, isLimited: boolean): boolean {
  if (type === 'Limit') return true;
  return isLimited && !['Sort', 'Aggregate', 'Hash', 'Materialize', 'WindowAgg'].includes(type);
}

/** Records the unnamed queries of a pool, one of each text. */
export function recordUnnamed(pool: pg.Pool): ReadonlyMap<string, RecordedStatement> {
  const asked = new Map<string, RecordedStatement>();
  const query: (...given: never[]) => unknown = pool.query.bind(pool);
  pool.query = ((...given: never[]) => {
    const [text, values]: unknown[] = given;
    if (typeof text === 'string' && Array.isArray(values)) asked.set(text, { text, values });
    return query(...given);
  }) as typeof pool.query;
  return asked;
}

/** Statements that may scan a table, with the reasons. */
export const MAY_SCAN: Readonly<Record<string, string>> = {
  'catalog.bulk-change-comics': 'the comics of one change of the console, of at most 5,000',
  'catalog.chapter-homes': 'the command that merges two comics',
  'catalog.comics-named': 'an editorial file names comics; their former titles have no index',
  'catalog.former-titles': 'an import reads the former titles of all comics once',
  'catalog.comics-named-in': 'the command that shows an operator a complaint',
  'catalog.delete-old-bulk-changes': 'one row for each change of the console in thirty days',
  'catalog.forget-read-sources': 'an import deletes records of files that it read long ago',
  'catalog.managed-chapter': 'a command of an operator, with what was merged into the comic',
  'catalog.managed-chapters': 'a command of an operator, with what was merged into the comic',
  'catalog.managed-comic': 'a command of an operator; former titles have no index',
  'catalog.comics-in-trash': 'a command of an operator, with the comics that have deleted chapters',
  'catalog.has-no-comic': 'ends at the first comic',
  'catalog.move-source-root': 'an import after the library has moved',
  'catalog.promotion-comics-remove': 'an editor writes promotions',
  'catalog.rankable': 'ranks every comic, once in minutes',
  'catalog.require-remake-of-damaged': 'an import with newer decoders',
  'catalog.sample-chapters': 'the doctor, which takes a random sample',
  'catalog.set-bulk-change-written': 'the comics of one change of the console, of at most 5,000',
  'catalog.stored-comics': 'the command that compares the storage with the database',
  'catalog.trash': 'the command that lists what an operator has deleted',
  'notices.announcements-to-clear': 'a partial index of withdrawn announcements, which is empty most of the time',
  'notices.count-mails': 'counts the addresses and what waits, once a minute',
  'notices.count-outbox': 'counts what waits, once a minute',
  'notices.drop-all-mails': 'while mails are off: the table is empty, except at first',
  'notices.drop-all-pushes': 'while pushes are off: the table is empty, except at first',
  'notices.drop-old-pushed-days': 'once a day; a row for each reader with a push since yesterday',
  'notices.drop-old-verifications': 'once a day; a row for each verification mail since yesterday',
  'notices.drop-releases': 'once a day; only chapters that are not announced yet, or hidden',
  'notices.drop-unverified-mailboxes': 'once a day; a row for each reader with an address',
  'notices.releases': 'only chapters that are not announced yet, or hidden',
  'reading.count-tastes': 'once in hours, before the tastes are read',
  'reading.favorites': 'counts every favourite for that ranking',
  'reading.lock-libraries-of-comics': 'the command that merges two comics',
  'reading.split-follows': 'the command that undoes a merge',
  'search.drop-old-asked': 'reads the words of thirty days once an hour; there are few',
  'search.set-tiers': 'sorts what is read most into tiers, once in minutes',
};

/** The statements of readers' calls and of background jobs, by name. */
export function readersStatements(all: ReadonlyMap<string, string>): [name: string, text: string][] {
  return [...all].filter(
    ([name, text]) => /^(catalog|notices|reading|search)\./.test(name) && !text.startsWith('set '),
  );
}
