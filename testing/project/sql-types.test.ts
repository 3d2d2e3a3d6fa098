import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredStatements } from '../../server/core/db/db.ts';
import { ANY_COMIC, listComics } from '../../server/modules/catalog/editing/editing.ts';
import { findOrders, sumOrders } from '../../server/modules/shop/shop.ts';
import { listFeedback } from '../../server/modules/support/support.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { addComic } from '../factories/comics.ts';
import { type Comparison, createComparison } from './sql-types/compare.ts';
import { type Declared, type DeclaredStatement, readDeclared } from './sql-types/declared.ts';
import { createDescriber, type Describer } from './sql-types/described.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Columns that can be null in their table but not in these results, and why. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'membership.passes-ending: readerId can be null': 'the condition leaves erased readers out',
  'wallet.expiring: readerId can be null': 'the condition leaves erased readers out',
  'shop.keep-next-step: next can be null': 'the statement sets it',
  'shop.unmatched-notifications: result can be null': 'a null result is not unequal to a text',
};

let site: TestApp;
let client: PoolClient;
let describe: Describer;
let declared: Declared;
let comparison: Comparison;
/** The texts that were run without a name. */
const unnamed = new Set<string>();

beforeAll(async () => {
  site = await startTestApp();
  client = await site.pool.connect();
  describe = await createDescriber(client);
  declared = readDeclared(fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''));
  comparison = createComparison(declared.checker);
  for (const file of declared.files) await import(pathToFileURL(file).href);
  noteUnnamed();
  await requestLists();
});
afterAll(async () => {
  declared?.close();
  client?.release();
  await site?.close();
});

function noteUnnamed(): void {
  const query: (...given: never[]) => unknown = site.pool.query.bind(site.pool);
  site.pool.query = ((...given: never[]) => {
    const [text, values]: unknown[] = given;
    if (typeof text === 'string' && Array.isArray(values)) unnamed.add(text);
    return query(...given);
  }) as typeof site.pool.query;
}

/** Requests everything whose statement depends on the request. */
async function requestLists(): Promise<void> {
  const { comicId } = await addComic(site, { chapters: [{}], genres: ['奇幻'] });
  await site.app.runFrequentJobs();
  const lists = ['new', 'finish', 'free', 'weekly'].flatMap((path) => [
    [path, {}] as const,
    [path, { genre: '奇幻' }] as const,
  ]);
  const searches = [{}, { keyword: '漫画' }, { keyword: '漫画', sort: 'new' }].map(
    (payload) => ['search', payload] as const,
  );
  const others = [
    ['weekly', { day: 1 }],
    ['genre', {}],
    ['comic/recommend', { id: comicId }],
  ] as const;
  // Ten days ago the stored facts of the comic were others, so that the lists are computed.
  for (const time of [null, new Date(Date.now() - 10 * DAY_MS)]) {
    site.setTime(time);
    for (const [path, payload] of [...lists, ...searches, ...others])
      await site.post(path, site.cipher.seal(JSON.stringify(payload)));
  }
  site.setTime(null);
  const all = { text: null, states: null, readerId: null, channel: null, packageId: null, from: null, until: null };
  await findOrders(site.pool, all, { createdAt: new Date(), id: 1 }, 1);
  await sumOrders(site.pool, all);
  await listFeedback(site.pool, null, null, 1);
  await listComics(site.pool, ANY_COMIC, { order: 'newest', after: null, size: 1 });
}

/** The declared statements by their names, with the declared rows and parameters. */
function namedStatements() {
  return [...declaredStatements()]
    .filter(([name]) => !name.startsWith('test.'))
    .map(([name, text]) => {
      const matching = declared.statements.filter((each) => each.name.test(name));
      const [source] = matching.toSorted((a, b) => b.fixedLength - a.fixedLength);
      if (!source) throw new Error(`${name} is not in the source`);
      return { name, text, source };
    });
}

async function faultsOf(
  { text, source }: { text: string; source: DeclaredStatement },
  by = describe,
): Promise<string[]> {
  try {
    const description = await by(text);
    const ofRow = comparison.compareRow(source.row, description.columns, text);
    return [...ofRow, ...comparison.compareParams(source.params, description)];
  } catch (error) {
    return [String(error)];
  }
}

test('the declared types of all named statements are those of PostgreSQL', async () => {
  const faults: string[] = [];
  for (const { name, ...statement } of namedStatements())
    faults.push(...(await faultsOf(statement)).map((fault) => `${name}: ${fault}`));
  expect(faults.filter((fault) => !Object.hasOwn(NEVER_NULL, fault))).toEqual([]);
  expect(Object.keys(NEVER_NULL).filter((fault) => !faults.includes(fault))).toEqual([]);
});

test.each([
  ['rename column telephone to phone', ['error: column "telephone" does not exist']],
  ['alter telephone type bigint using 0', ['telephone is number, declared as string']],
  ['alter telephone drop not null', ['telephone can be null']],
  ['alter detail set not null', ['detail is never null']],
])('a changed table no longer fits: %s', async (change, faults) => {
  const statement = namedStatements().find(({ name }) => name === 'account.find-delivery');
  if (!statement) throw new Error('there is no such statement');
  await client.query(`begin; update account.sms_delivery set detail = ''; alter table account.sms_delivery ${change}`);
  try {
    expect(await faultsOf(statement, await createDescriber(client))).toEqual(faults);
  } finally {
    await client.query('rollback');
  }
});

test.each([
  ['"costFen"', 'cost', ['cost is not declared', 'costFen is not in the result']],
  ['l.remaining,', '2.5 as remaining,', ['remaining is string, declared as number']],
  [
    'join wallet.credit_lot',
    'left join wallet.credit_lot',
    ['id', 'asset', 'remaining', 'costFen', 'granted'].map((name) => `${name} can be null`),
  ],
  ['a.wallet_id = $1', 'a.code = $1', ['$1 is text, declared as number']],
  ['a.wallet_id = $1', 'true', ['has 0 parameters, declared 1']],
])('a changed statement no longer fits: %s becomes %s', async (from, to, faults) => {
  const statement = namedStatements().find(({ name }) => name === 'wallet.unspent-lots');
  if (!statement?.text.includes(from)) throw new Error('there is no such statement');
  const found = await faultsOf({ ...statement, text: statement.text.replace(from, to) });
  expect(found.toSorted()).toEqual(faults.toSorted());
});

test('every statement in the source is one of them', () => {
  const found = new Set(namedStatements().map(({ source }) => source));
  expect(declared.statements.filter((each) => !found.has(each)).map(({ where }) => where)).toEqual([]);
});

test('the declared rows of statements without a name are those of PostgreSQL', async () => {
  const found = new Set<string>();
  for (const text of unnamed) {
    const { columns } = await describe(text);
    const faults = declared.planned.map(({ where, row }) => ({
      where,
      faults: comparison.compareRow(row, columns, text),
    }));
    const fitting = faults.filter((each) => each.faults.length === 0);
    expect(fitting.length > 0 ? [] : [text, faults]).toEqual([]);
    for (const { where } of fitting) found.add(where);
  }
  expect(declared.planned.map(({ where }) => where).filter((where) => !found.has(where))).toEqual([]);
});
