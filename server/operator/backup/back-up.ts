import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { backupFolder, beginBackup, listBackups, lockBackups, removeBackup } from './backup-folder.ts';
import { tablePath } from './backup-paths.ts';
import { writeChecked } from './checked-file.ts';
import { type History, isShrunk, readHistory, sizeOf } from './history.ts';
import { FORMAT, type Manifest, writeManifest } from './manifest.ts';
import type { Needed } from './needed.ts';
import { type Broken, picturePasses } from './picture-passes.ts';
import { BackupRefused } from './refused.ts';
import { type Pause, restHalf, restNever } from './rest.ts';
import { rotate } from './rotate.ts';
import type { Rotation } from './rotation.ts';
import { backUpSettings } from './settings-files.ts';
import { copyOut, inSnapshot, listApplied, listSequences, listTables, noteBackup, siteId } from './tables.ts';

const KEPT_DATABASES = 3;

export type BackupParts = {
  pool: Pool;
  dataDir: string;
  imageDir: string;
  /** The schemas to back up, in addition to `public`. */
  schemas: readonly string[];
  /** All pictures that the database refers to. */
  needed(db: PoolClient): Needed;
  clock: () => Date;
  /** Called after each piece of the database and each picture. Default: rests half of the time. */
  rest?: Pause;
  /** Called after each picture and each table; `of` = null if the number is not known. */
  onProgress?: OnProgress;
};

export type OnProgress = (step: 'pictures' | 'database', done: number, of: number | null) => void;

/** Further options of the operator. */
export type BackupOptions = {
  rotation: Rotation | null;
  /** The operator confirms that there is much less data than before. */
  yes: boolean;
};

export type BackedUp = {
  folder: string;
  rows: number;
  databaseBytes: number;
  pictures: number;
  copied: number;
  broken: Broken;
  /** The earlier backup with more than twice as much data. Then nothing was removed. */
  shrunkFrom: History['baseline'];
  /** The backups that the rotation deleted. */
  removed: { backups: number; pictures: number };
};

const NOTHING_ASKED: BackupOptions = { rotation: null, yes: false };

/** Makes a backup in this folder while the site is in use. The backup exists when this resolves, and not before. */
export async function backUp(root: string, parts: BackupParts, asked = NOTHING_ASKED): Promise<BackedUp> {
  const place = backupFolder(root);
  const held = await lockBackups(place);
  try {
    const site = await siteId(parts.pool);
    const history = await readHistory(place);
    refuseOtherSite(root, history.site, site);
    const begun = await beginBackup(place, parts.clock());
    const storages = { live: openImageFolder(parts.imageDir), backup: openImageFolder(place.pictures) };
    const { rest = restHalf(), onProgress } = parts;
    let pictures = 0;
    const restAfterPicture: Pause = () => {
      pictures += 1;
      onProgress?.('pictures', pictures, null);
      return rest();
    };
    const passes = picturePasses(storages, begun.folder, restAfterPicture);
    // The pictures first, because they take longest. Pictures deleted later stay in the backup, and few are added.
    await passes.before();
    const database = await inSnapshot(parts.pool, async (client) => {
      // All pictures that the snapshot refers to are in the storage.
      await passes.within(parts.needed(client));
      return backUpTables(client, parts.schemas, begun.folder, { rest, onProgress });
    });
    const settings = await backUpSettings(parts.dataDir, begun.folder);
    const { pictures: kept, copied, broken } = await passes.finish();
    const madeAt = parts.clock().toISOString();
    const size = sizeOf({ ...database, pictures: kept });
    const { baseline } = history;
    const shrunkFrom = baseline && !asked.yes && isShrunk(baseline, size) ? baseline : null;
    const shrunk = shrunkFrom ? { shrunk: true as const } : {};
    await writeManifest(begun.folder, {
      format: FORMAT,
      madeAt,
      site,
      ...shrunk,
      ...database,
      pictures: kept,
      settings,
    });
    const folder = await begun.finish();
    await noteBackup(parts.pool, new Date(madeAt), path.resolve(root));
    return {
      folder,
      shrunkFrom,
      removed: asked.rotation && !shrunkFrom ? await rotate(place, asked.rotation) : { backups: 0, pictures: 0 },
      rows: size.rows,
      databaseBytes: database.tables.reduce((sum, { bytes }) => sum + bytes, 0),
      pictures: kept.count,
      copied,
      broken,
    };
  } finally {
    held.release();
  }
}

function refuseOtherSite(root: string, there: string | null, here: string): void {
  if (there === null || there === here) return;
  throw new BackupRefused(
    `${root} 里是另一个站（${there.slice(0, 8)}）的备份，不是这个站（${here.slice(0, 8)}）的，所以没有备份。先看 DATA_DIR 与 DATABASE_URL 对不对，数据的盘挂上了没有；真的是新站，就换一个文件夹。`,
  );
}

type DatabasePart = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>;

async function backUpTables(
  client: PoolClient,
  schemas: readonly string[],
  folder: string,
  { rest, onProgress }: { rest: Pause; onProgress?: OnProgress | undefined },
): Promise<DatabasePart> {
  const migrations = await listApplied(client);
  const tables: Manifest['tables'] = [];
  const all = await listTables(client, schemas);
  for (const table of all) {
    const { schema, name, columns } = table;
    let file = { path: '', bytes: 0, sha256: '' };
    const rows = await copyOut(client, table, async (content) => {
      file = await writeChecked(folder, tablePath(schema, name), content, rest);
    });
    tables.push({ schema, name, columns, rows, ...file });
    onProgress?.('database', tables.length, all.length);
  }
  // Read last: sequences are not part of the snapshot, and a number must not be used twice.
  return { migrations, tables, sequences: await listSequences(client, ['public', ...schemas]) };
}

/**
 * Backs up only the database, for example before an upgrade: the pictures stay in the storage. The newest three of these backups
 * are kept. Returns the folder.
 */
export async function backUpDatabase(
  root: string,
  { pool, schemas, clock }: Pick<BackupParts, 'pool' | 'schemas' | 'clock'>,
): Promise<string> {
  const place = backupFolder(root);
  const held = await lockBackups(place);
  try {
    const begun = await beginBackup(place, clock());
    const database = await inSnapshot(pool, (client) =>
      backUpTables(client, schemas, begun.folder, { rest: restNever }),
    );
    const nothing = { pictures: { count: 0, lists: [] }, settings: [] };
    await writeManifest(begun.folder, { format: FORMAT, madeAt: clock().toISOString(), ...database, ...nothing });
    const folder = await begun.finish();
    for (const name of (await listBackups(place)).slice(0, -KEPT_DATABASES)) await removeBackup(place, name);
    return folder;
  } finally {
    held.release();
  }
}
