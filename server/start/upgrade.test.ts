import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { CALLS } from '#contract/calls';
import { userDetail } from '#contract/calls/account';
import { renderSchemaReference } from '../../scripts/schema-reference.ts';
import { seededRandom } from '../../testing/app/seeded-random.ts';
import { createEmptySite } from '../../testing/drills/backups.ts';
import { newAddress, signedIn } from '../../testing/factories/readers.ts';
import { expectSoundRewards } from '../../testing/factories/rewards.ts';
import { expectSoundShop, orderBy, press, refundBy } from '../../testing/factories/shop.ts';
import { newCallers } from '../../testing/fuzz/cast.ts';
import { writeJson } from '../../testing/fuzz/json-text.ts';
import { validPayload } from '../../testing/fuzz/payloads.ts';
import { openStage } from '../../testing/fuzz/stage.ts';
import { digestOf, makeReleasedDatabase, releasedMigrations, writeReleased } from '../../testing/released/released.ts';
import { createSandboxCashier, createSandboxChannel } from '../adapters/channels/sandbox.ts';
import { listenForChanges } from '../core/changes/changes.ts';
import type { Db } from '../core/db/db.ts';
import { schemasOf } from '../core/db/migrate.ts';
import { BadConfig } from '../core/files/bad-config.ts';
import { shanghaiDay } from '../core/time/shanghai-day.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { ChannelPayment } from '../modules/shop/shop.ts';
import { restore } from '../operator/backup/restore.ts';
import { neededPictures } from '../operator/commands/editorial/needed-pictures.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';

vi.setConfig({ testTimeout: 120_000 });
const log = pino({ level: 'silent' });

/** A database of the last release, and settings of an app for it. */
async function releasedPlace() {
  const place = await createEmptySite();
  await makeReleasedDatabase(place.pool);
  const settings = (more: Record<string, string> = {}) =>
    readConfig({ DATABASE_URL: place.url, DATA_DIR: place.dataDir, ...more });
  return { ...place, settings, kept: path.join(place.dataDir, 'before-upgrade') };
}

/** Tables whose rows migrations have moved to others. */
const MOVED = ['sandbox.%', 'support.feedback.reply'];

/** The columns of every table that a migration has not moved, as SQL. */
async function columnsOf(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select format('%I.%I', table_schema, table_name) as name, string_agg(format('%I', column_name), ', ') as columns
     from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') and table_name <> 'manyu_migration'
       and table_schema || '.' || table_name || '.' || column_name not like all ($1) group by 1`,
    [MOVED],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row of these columns, as text. */
async function rowsOf(pool: Pool, columns: ReadonlyMap<string, string>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [table, names] of columns) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from (select ${names} from ${table}) t order by 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** The rows after an upgrade that existed before. A migration may add rows. */
function keptOf(after: Record<string, string[]>, before: Record<string, string[]>): Record<string, string[]> {
  const kept = Object.entries(after).map(([table, rows]) => [
    table,
    rows.filter((row) => before[table]?.includes(row)),
  ]);
  return Object.fromEntries(kept);
}

test('a released migration is never changed', async () => {
  const changed = [];
  for (const { name, sha256 } of await releasedMigrations()) if ((await digestOf(name)) !== sha256) changed.push(name);
  expect(changed).toEqual([]);
});

test('a database of the last release is upgraded with its rows, and backed up before', async () => {
  const [old, fresh] = [await releasedPlace(), await createEmptySite()];
  try {
    const columns = await columnsOf(old.pool);
    const before = await rowsOf(old.pool, columns);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(35);
    const opened = await openDatabase(old.settings(), 'app', log);
    const settings = readConfig({ DATABASE_URL: fresh.url, DATA_DIR: fresh.dataDir });
    const made = await openDatabase(settings, 'app', log, { isNewSite: true });
    const linesOf = async ({ pool }: typeof opened) => (await renderSchemaReference(pool)).split('\n').sort();
    expect(await linesOf(opened)).toEqual(await linesOf(made));
    expect(keptOf(await rowsOf(old.pool, columns), before)).toEqual(before);
    await expectSoundShop(opened);
    await expectSoundRewards(opened);
    await Promise.all([opened.close(), made.close()]);
    // A new database is not backed up.
    expect(await readdir(fresh.dataDir)).toEqual([]);

    const [backup, ...more] = (await readdir(old.kept)).filter((name) => !name.startsWith('.'));
    expect(more).toEqual([]);
    const back = await createEmptySite();
    // The backup contains no pictures: they are still in the storage.
    await mkdir(path.join(back.imageDir, 'covers'), { recursive: true });
    const parts = {
      ...back,
      schemas: schemasOf(MIGRATIONS),
      migrations: MIGRATIONS,
      needed: (db: Db) => neededPictures(db, new Date()),
    };
    const { rows } = await restore(path.join(old.kept, backup ?? ''), parts);
    expect(rows).toBeGreaterThan(200);
    expect(keptOf(await rowsOf(back.pool, columns), before)).toEqual(before);
    await back.close();
  } finally {
    await Promise.all([old.close(), fresh.close()]);
  }
});

test('orders of the sandbox continue after its own schema was removed', async () => {
  const old = await releasedPlace();
  try {
    const { rows } = await old.pool.query<{ no: string; key: string }>(
      'select order_no as no, cashier_key as key from sandbox.trade order by order_no',
    );
    const [paid, open] = rows;
    if (!paid || !open) throw new Error('the last release had two orders');
    const now = new Date();
    await old.pool.query(`update sandbox.trade set state = 'paid' where order_no = $1`, [paid.no]);
    await old.pool.query(
      `insert into sandbox.transaction select id, $1, 600, $2 from unnest('{reported,unreported}'::text[]) id`,
      [paid.no, now],
    );
    await old.pool.query(
      `insert into sandbox.notification (body, try_at)
       select json_build_object('event', 'payment.paid', 'payment', json_build_object('transactionId', id))::text, at
       from (values ('reported', null), ('unreported', $1::timestamptz)) n (id, at)
       union all select '{"event":"refund.done","refundNo":"refund-1"}', $1`,
      [now],
    );
    await old.pool.query(`insert into sandbox.refund values ('refund-1', 'reported', 200, $1)`, [now]);

    const { pool, close } = await openDatabase(old.settings(), 'app', log);
    const channel = createSandboxChannel(pool, () => now);
    const signal = AbortSignal.timeout(60_000);
    const payment = { orderNo: paid.no, transactionId: 'reported', amount: 600, paidAt: now };
    expect(await channel.query({ orderNo: paid.no, reference: null }, signal)).toMatchObject({
      state: 'paid',
      payment,
    });
    expect(await channel.query({ orderNo: open.no, reference: null }, signal)).toEqual({ state: 'open' });
    const settled: string[] = [];
    const settle = async ({ transactionId }: ChannelPayment) => void settled.push(transactionId);
    const cashier = createSandboxCashier({ pool, log, settle });
    expect(await cashier.find(open.key)).toMatchObject({ orderNo: open.no, title: '60 漫币', amount: 600 });
    await cashier.notifyDue(now);
    expect(settled).toEqual(['unreported']);
    expect(await channel.downloadBill(shanghaiDay(now), signal)).toMatchObject([
      { transactionId: 'reported', refundNo: 'refund-1', amount: 200 },
      { transactionId: 'reported', refundNo: null, amount: 600 },
      { transactionId: 'unreported', refundNo: null, amount: 600 },
    ]);
    expect((await pool.query(`select from pg_namespace where nspname = 'sandbox'`)).rowCount).toBe(0);
    await close();
  } finally {
    await old.close();
  }
});

test('a command does not upgrade the database of a running server; a server that starts does', async () => {
  const old = await releasedPlace();
  const names = async () => (await old.pool.query('select name from public.manyu_migration')).rows.length;
  const silent = { change() {}, gap() {} };
  const running = listenForChanges({ connectionString: old.url }, 'catalog', log, silent);
  try {
    await expect.poll(running.live).toBe(true);
    const released = await names();
    const refused = openDatabase(old.settings(), 'command', log);
    await expect(refused).rejects.toThrow(BadConfig);
    await expect(refused).rejects.toThrow('旧版的漫屿正在用这个数据库');
    expect(await names()).toBe(released);
    expect(await readdir(old.dataDir)).not.toContain('before-upgrade');
    await (await openDatabase(old.settings(), 'app', log)).close();
    expect(await names()).toBeGreaterThan(released);
    await (await openDatabase(old.settings(), 'command', log)).close();
  } finally {
    await running.close();
    await old.close();
  }
});

test('a command upgrades the database if no server runs', async () => {
  const old = await releasedPlace();
  try {
    await (await openDatabase(old.settings(), 'command', log)).close();
    expect(await readdir(old.kept)).not.toEqual([]);
  } finally {
    await old.close();
  }
});

test('without a backup the database is not upgraded, unless the operator has turned backups off', async () => {
  const old = await releasedPlace();
  try {
    await writeFile(old.kept, 'not a folder');
    const refused = openDatabase(old.settings(), 'command', log);
    await expect(refused).rejects.toThrow(BadConfig);
    await expect(refused).rejects.toThrow(
      /^升级数据库之前的备份没有做成，所以没有升级（.*before-upgrade.*MIGRATION_BACKUP=off/,
    );
    const count = async () => (await old.pool.query('select name from public.manyu_migration')).rows.length;
    const released = (await releasedMigrations()).length;
    expect(await count()).toBe(released);
    await (await openDatabase(old.settings({ MIGRATION_BACKUP: 'off' }), 'command', log)).close();
    expect(await count()).toBeGreaterThan(released);
    await rm(old.kept);
  } finally {
    await old.close();
  }
});

// `MANYU_WRITE_RELEASED=1 npm test -- server/start/upgrade` saves the current state as the last release. Run it before the first
// migration of the next release is added: the tests above need a migration to apply.
if (process.env.MANYU_WRITE_RELEASED)
  test('the release is saved', async () => {
    const { site, cast } = await openStage();
    const callers = await newCallers(site, cast);
    for (const [index, call] of CALLS.entries())
      for (let round = 0; round < 4; round++) {
        const random = seededRandom(index, round);
        const { token } = random.oneOf(callers);
        await site.http.inject({
          method: 'POST',
          url: `/api/${call.path}`,
          headers: token ? { authorization: `Bearer ${token}` } : {},
          payload: site.cipher.seal(writeJson(validPayload(call, random, cast.known))),
          remoteAddress: newAddress(),
        });
      }
    const reader = await signedIn(site);
    const orders = [await orderBy(site, reader.token), await orderBy(site, reader.token)];
    for (const { cashier } of orders) await press(site, cashier, 'pay');
    await refundBy(site, orders[1]?.orderId ?? '');
    expect(await site.call(userDetail, {}, { token: reader.token })).toMatchObject({ code: 0 });
    await writeReleased(site.pool);
    await site.close();
    expect((await readFile(new URL('../../testing/released/rows.txt', import.meta.url))).length).toBeLessThan(150_000);
  });
