import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { transaction } from '../../core/db/db.ts';
import { migrate, migrateAsBefore, NewerDatabase, refuseNewer } from '../../core/db/migrate.ts';
import { findBackup } from './backup-folder.ts';
import { checkFiles, readChecked } from './checked-file.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { fetchLacking, type Needed } from './needed.ts';
import { restorePictures } from './pictures.ts';
import { BackupRefused } from './refused.ts';
import { restoreSettings } from './settings-files.ts';
import { analyze, fillTables, inSnapshot, listTables, setSequences } from './tables.ts';

/** Exists in the storage during a restore. The next restore continues after a killed one. */
const MARK = '.restoring';
const NOTHING = { copied: 0, missing: Array.of<string>() };

export type RestoreParts = {
  /** An empty database. */
  pool: Pool;
  dataDir: string;
  imageDir: string;
  schemas: readonly string[];
  migrations: readonly URL[];
  /** All pictures that the restored database refers to. */
  needed(db: Pool): Needed;
};

export type Restored = {
  folder: string;
  madeAt: Date;
  rows: number;
  pictures: number;
  damaged: string[];
  /** Settings that existed already. They were not changed. */
  settingsLeft: string[];
  /** Tables of other programs that were in the database of the backup. */
  foreign: string[];
};

/**
 * Restores a backup, or the newest one of a folder, into an empty place. The database is restored last, in one transaction: after
 * an interruption it is empty, and the restore can be repeated.
 */
export async function restore(given: string, parts: RestoreParts): Promise<Restored> {
  const { folder, pictures } = await findBackup(given);
  const manifest = await readManifest(folder);
  await refuseNewer(parts.migrations, manifest.migrations).catch(explainNewer);
  const isDatabaseAlone = manifest.pictures.lists.length === 0;
  await refuseFilled(parts, isDatabaseAlone);
  await checkFiles(folder, [...manifest.tables, ...manifest.pictures.lists, ...manifest.settings]);

  await mkdir(parts.imageDir, { recursive: true });
  if (!isDatabaseAlone) await writeFile(path.join(parts.imageDir, MARK), '');
  const storages = { live: openImageFolder(parts.imageDir), backup: openImageFolder(pictures) };
  const { copied, damaged } = await restorePictures(storages, { folder, lists: manifest.pictures.lists });
  const settingsLeft = await restoreSettings(folder, manifest.settings, parts.dataDir);
  const foreign = await restoreDatabase(folder, manifest, parts);
  // An older backup may have pictures that were lost in the live storage: all backups share their pictures.
  const fetched = isDatabaseAlone ? NOTHING : await fetchLacking(storages, parts.needed(parts.pool));
  await rm(path.join(parts.imageDir, MARK), { force: true });
  return {
    folder,
    madeAt: new Date(manifest.madeAt),
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    pictures: copied + fetched.copied,
    damaged: [...new Set([...damaged, ...fetched.missing])],
    settingsLeft,
    foreign,
  };
}

/** For a backup of only the database, the pictures are those in the storage. */
async function refuseFilled({ pool, imageDir, schemas }: RestoreParts, isDatabaseAlone: boolean): Promise<void> {
  const [table] = await inSnapshot(pool, (client) => listTables(client, schemas));
  if (table) throw new BackupRefused(`数据库不是空的（里面有 ${table.schema}.${table.name}）：只能恢复到空的库里。`);
  if (isDatabaseAlone) return;
  const names = await readdir(imageDir).catch(() => Array.of<string>());
  if (names.length > 0 && !names.includes(MARK))
    throw new BackupRefused(`图片目录 ${imageDir} 不是空的：只能恢复到空的数据目录里。`);
}

/** Returns the tables that were skipped because no migration creates them. */
async function restoreDatabase(folder: string, manifest: Manifest, parts: RestoreParts): Promise<string[]> {
  const foreign: string[] = [];
  await transaction(parts.pool, async (tx) => {
    await migrateAsBefore(tx, parts.migrations, manifest.migrations);
    const tables = await listTables(tx, parts.schemas);
    const keyOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
    const backedUp = new Map(manifest.tables.map((table) => [keyOf(table), table]));
    await fillTables(tx, tables, (table) => {
      const found = backedUp.get(keyOf(table));
      if (!found) throw new BackupRefused(`备份里缺少表 ${keyOf(table)}，请换一份备份。`);
      backedUp.delete(keyOf(table));
      return { content: readChecked(folder, found), rows: found.rows };
    });
    await setSequences(tx, manifest.sequences, ['public', ...parts.schemas]);
    foreign.push(...backedUp.keys());
  });
  await migrate(parts.pool, parts.migrations);
  await analyze(parts.pool);
  return foreign;
}

function explainNewer(error: unknown): never {
  if (!(error instanceof NewerDatabase)) throw error;
  throw new BackupRefused('这份备份是更新的漫屿做的，此版读不了它。请换新版再恢复。');
}
