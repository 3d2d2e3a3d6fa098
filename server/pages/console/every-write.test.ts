import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTION_NAMES } from '#contract/console/audit-words';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { addFiles } from '#contract/console/upload';
import { ACCOUNT_WRITES } from '../../../testing/factories/console/account-writes.ts';
import { type ConsoleBench, openConsoleBench, type Sample } from '../../../testing/factories/console/bench.ts';
import { COMIC_WRITES } from '../../../testing/factories/console/comic-writes.ts';
import { MONEY_READS } from '../../../testing/factories/console/money-reads.ts';
import { MONEY_WRITES } from '../../../testing/factories/console/money-writes.ts';
import { READER_WRITES } from '../../../testing/factories/console/reader-writes.ts';
import { READS } from '../../../testing/factories/console/reads.ts';
import { SITE_WRITES } from '../../../testing/factories/console/site-writes.ts';
import { WRITES_WITHOUT_ENTRY } from '../../../testing/factories/console/writes-without-entry.ts';

const ALL_READS = [...READS, ...MONEY_READS];
const WRITES = [...ACCOUNT_WRITES, ...COMIC_WRITES, ...READER_WRITES, ...MONEY_WRITES, ...SITE_WRITES];
/** Every call notes in them that its session was used, or counts a limit; the search index follows the comics later. */
const BOOKKEEPING = ['staff.session', 'staff.person', 'public.rate_limit', 'search.document'];

let bench: ConsoleBench;
beforeAll(async () => {
  bench = await openConsoleBench();
});
afterAll(async () => {
  await bench.tasksDone();
  await bench.close();
});

/** The entries that a call has added, and who sent it. */
async function entriesOf(sample: Sample) {
  const given = await sample.prepare(bench);
  const { rows: before } = await bench.site.pool.query('select coalesce(max(id), 0) as id from audit.entry');
  const { status, message } = await bench.send(sample, given);
  expect(status, message).toBe(1);
  const { rows } = await bench.site.pool.query<{ actor: string; action: string }>(
    'select actor, action from audit.entry where id > $1 order by id',
    [before[0].id],
  );
  return { entries: rows, actor: `staff:${(given.by ?? bench.owner).id}` };
}

/** For each table the number of rows and the transactions that wrote them. Each write changes it. */
async function writtenRows() {
  const { rows } = await bench.site.pool.query<{ name: string; state: string }>(
    `select schemaname || '.' || tablename as name, query_to_xml(
       format('select count(*), sum(xmin::text::bigint) from %I.%I', schemaname, tablename), true, true, ''
     )::text as state
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
       and schemaname || '.' || tablename <> all ($1)`,
    [BOOKKEEPING],
  );
  return new Map(rows.map(({ name, state }) => [name, state]));
}

test('every call of the console is in exactly one list', () => {
  const withoutEntry = WRITES_WITHOUT_ENTRY.flatMap(({ samples }) => samples).map(({ path }) => path);
  // A write may have several samples. Some of `upload/add` leave an entry and others do not.
  const writes = new Set(WRITES.map(({ path }) => path));
  const never = withoutEntry.filter((path) => path !== addFiles.path);
  const listed = [...ALL_READS.map(({ path }) => path), ...never, ...writes];
  expect(listed.toSorted()).toEqual(CONSOLE_CALLS.map(({ path }) => path).toSorted());
});

test.each(ALL_READS)('$name changes nothing', async (sample) => {
  const given = await sample.prepare(bench);
  const before = await writtenRows();
  const { status, message } = await bench.send(sample, given);
  expect(status, message).toBe(1);
  expect(await writtenRows()).toEqual(before);
});

describe.each(WRITES_WITHOUT_ENTRY)('$why:', ({ samples }) => {
  test.each(samples)('$name leaves no entry', async (sample) => {
    expect((await entriesOf(sample)).entries).toEqual([]);
  });
});

test.each(WRITES)('$name leaves an entry of its sender with a Chinese name', async (sample) => {
  const { entries, actor } = await entriesOf(sample);
  const own = entries.filter((entry) => entry.actor === actor);
  expect(own).not.toEqual([]);
  for (const { action } of own) expect(ACTION_NAMES[action], action).toMatch(/\p{Script=Han}/u);
});
