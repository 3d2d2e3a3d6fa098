import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { transaction } from '../../core/db/db.ts';
import { addEntries, addEntry } from './audit.ts';
import { checkChain, linkEntries } from './chain.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const LATER = new Date(NOW.getTime() + 3_600_000);

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
});
afterAll(() => site.close());
beforeEach(async () => {
  await byForce('truncate audit.entry, audit.chain restart identity');
});

/** As the owner of the database can do it. */
async function byForce(...sqls: string[]): Promise<void> {
  const client = await site.pool.connect();
  try {
    await client.query('begin');
    for (const table of ['entry', 'chain']) await client.query(`alter table audit.${table} disable trigger user`);
    for (const sql of sqls) await client.query(sql);
    for (const table of ['entry', 'chain']) await client.query(`alter table audit.${table} enable trigger user`);
    await client.query('commit');
  } finally {
    client.release();
  }
}
const add = (subjectId: number) =>
  transaction(site.pool, (tx) => {
    const change = { before: { coins: 0 }, after: { coins: subjectId, text: '"“\u2028' } };
    const act = { actor: 'staff:1', action: 'adjust', subject: 'reader', reason: '漏发', undoes: null } as const;
    return addEntry(tx, { ...act, subjectId, ...change }, NOW);
  });
async function fill(): Promise<void> {
  for (let each = 1; each <= 5; each++) await add(each);
  await site.app.runJob('audit-chain');
}
const altered = async () => (await checkChain(site.pool, LATER)).altered;

test('an unchanged log is valid, also if entries were written while the chain grew', async () => {
  expect(await checkChain(site.pool, LATER)).toEqual({ entries: 0, altered: null, head: null, hasKnown: false });
  await fill();
  const first = await checkChain(site.pool, LATER);
  expect(first).toMatchObject({ entries: 5, altered: null, head: expect.stringMatching(/^[\da-f]{64}$/) });
  await Promise.all([...Array.from({ length: 10 }, (_, each) => add(each)), site.app.runJob('audit-chain')]);
  await site.app.runJob('audit-chain');
  const second = await checkChain(site.pool, LATER);
  expect([second.entries, second.altered]).toEqual([15, null]);
  expect(second.head).not.toBe(first.head);
  const { hasKnown } = await checkChain(site.pool, LATER, first.head);
  expect(hasKnown).toBe(true);
});

test('an entry of a transaction that ended after later ones is linked after them', async () => {
  const client = await site.pool.connect();
  try {
    await client.query('begin');
    await client.query(`insert into audit.entry (at, actor, action, subject, subject_id, before, after)
      values ('${NOW.toISOString()}', 'root', 'price', 'comic', 1, '{}', '{}')`);
    await fill();
    await client.query('commit');
  } finally {
    client.release();
  }
  await site.app.runJob('audit-chain');
  const { rows } = await site.pool.query('select entry_id from audit.chain order by no');
  expect(rows.map(({ entry_id: id }) => id)).toEqual([2, 3, 4, 5, 6, 1]);
  expect(await altered()).toBeNull();
});

test.each([
  ['changed', `update audit.entry set after = '{"coins": 9}' where id = 3`],
  ['given to somebody else', `update audit.entry set actor = 'staff:2' where id = 3`],
  ['dated back', `update audit.entry set at = at - interval '1 ms' where id = 3`],
  ['given another reason', 'update audit.entry set reason = null where id = 3'],
  ['removed', 'delete from audit.entry where id = 3'],
  ['linked with another hash', 'update audit.chain set hash = sha256(hash) where entry_id = 3'],
])('an entry that was %s is named', async (_how, sql) => {
  await fill();
  await byForce(sql);
  expect(await altered()).toBe(3);
});

test('a chain that was computed again from a changed entry on does not have the hash that was written down', async () => {
  await fill();
  const { head } = await checkChain(site.pool, LATER);
  await byForce("update audit.entry set actor = 'staff:2' where id = 3", 'delete from audit.chain where no >= 3');
  await site.app.runJob('audit-chain');
  expect(await checkChain(site.pool, LATER, head)).toMatchObject({ entries: 5, altered: null, hasKnown: false });
});

test('an entry that was removed with its link is named by the next one', async () => {
  await fill();
  await byForce('delete from audit.entry where id = 3', 'delete from audit.chain where entry_id = 3');
  expect(await altered()).toBe(4);
});

test('an entry that was inserted afterwards among the old ones is named', async () => {
  await add(0);
  await byForce('alter sequence audit.entry_id_seq restart with 200000');
  await fill();
  await byForce(
    `insert into audit.entry (id, at, actor, action, subject, subject_id, before, after) overriding system value
     values (7, '${NOW.toISOString()}', 'root', 'price', 'comic', 1, '{}', '{}')`,
  );
  await site.app.runJob('audit-chain');
  // It might still be written by a job that runs every minute.
  expect((await checkChain(site.pool, NOW)).altered).toBeNull();
  expect(await altered()).toBe(7);
});

test('the chain can neither be changed nor emptied by the app', async () => {
  await fill();
  for (const sql of ['update audit.chain set no = no', 'delete from audit.chain', 'truncate audit.chain'])
    await expect(site.pool.query(sql)).rejects.toThrow('append-only');
});

test('a log of several thousand entries is linked and checked in parts', async () => {
  const act = { actor: 'root', action: 'price', subject: 'comic', reason: null } as const;
  const entries = Array.from({ length: 2500 }, (_, each) => ({ subjectId: each, before: {}, after: {}, undoes: null }));
  await transaction(site.pool, (tx) => addEntries(tx, act, entries, NOW));
  await linkEntries(site.pool);
  expect(await checkChain(site.pool, LATER)).toMatchObject({ entries: 2500, altered: null });
  await byForce("update audit.entry set actor = 'x' where id = 2400");
  expect(await altered()).toBe(2400);
});
