import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { transaction } from '../../server/core/db/db.ts';
import { migrateAsBefore, schemasOf } from '../../server/core/db/migrate.ts';
import { MIGRATIONS } from '../../server/migrations.ts';
import {
  copyOut,
  fillTables,
  inSnapshot,
  listSequences,
  listTables,
  setSequences,
} from '../../server/operator/backup/tables.ts';

const ROWS = new URL('rows.txt', import.meta.url);
const LIST = new URL('migrations.txt', import.meta.url);
const SCHEMAS = schemasOf(MIGRATIONS);

/** The migrations of the last release, in order, each with the SHA-256 of its file. */
export async function releasedMigrations(): Promise<{ name: string; sha256: string }[]> {
  const lines = (await readFile(LIST, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [name = '', sha256 = ''] = line.split(' ');
    return { name, sha256 };
  });
}

/** The SHA-256 of a migration's current file. */
export async function digestOf(name: string): Promise<string> {
  const [module, file] = name.split('/');
  const folder = MIGRATIONS.find((each) => each.pathname.endsWith(`/${module}/migrations/`));
  if (!folder) return 'no such module';
  return createHash('sha256')
    .update(await readFile(new URL(file ?? '', folder)))
    .digest('hex');
}

/** Fills an empty database with the schema of that release and with rows of readers who used every feature. */
export async function makeReleasedDatabase(pool: Pool): Promise<void> {
  const names = (await releasedMigrations()).map(({ name }) => name);
  const sections = new Map(
    (await readFile(ROWS, 'utf8'))
      .split('\n\\.\n')
      .slice(0, -1)
      .map((section) => {
        const [table = '', ...lines] = section.split('\n');
        return [table, lines] as const;
      }),
  );
  await transaction(pool, async (tx) => {
    await migrateAsBefore(tx, MIGRATIONS, names);
    await fillTables(tx, await listTables(tx, SCHEMAS), ({ schema, name }) => {
      const lines = sections.get(`${schema}.${name}`) ?? [];
      return { content: Readable.from(lines.map((line) => `${line}\n`)), rows: lines.length };
    });
    const sequences = (sections.get('sequences') ?? []).map((line) => {
      const [name = '', last = ''] = line.split(' ');
      return { name, last: Number(last) };
    });
    await setSequences(tx, sequences, ['public', ...SCHEMAS]);
  });
}

/** Saves this database as the last release, from which later tests upgrade. */
export async function writeReleased(pool: Pool): Promise<void> {
  await inSnapshot(pool, async (client) => {
    let content = '';
    for (const table of await listTables(client, SCHEMAS)) {
      let lines = '';
      await copyOut(client, table, async (copy) => {
        lines = await text(copy);
      });
      if (lines) content += `${table.schema}.${table.name}\n${lines}\\.\n`;
    }
    const sequences = (await listSequences(client, ['public', ...SCHEMAS])).filter(({ last }) => last !== null);
    content += `sequences\n${sequences.map(({ name, last }) => `${name} ${last}\n`).join('')}\\.\n`;
    await writeFile(ROWS, content);
    const { rows } = await client.query<{ name: string }>(
      'select name from public.manyu_migration order by applied_at, name',
    );
    const lines = await Promise.all(rows.map(async ({ name }) => `${name} ${await digestOf(name)}\n`));
    await writeFile(LIST, lines.join(''));
  });
}
