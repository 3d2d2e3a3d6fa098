import type { Pool, PoolClient } from 'pg';
import { openImageFolder } from '../adapters/image-folder.ts';
import { backupFolder, beginBackup, listBackups, lockBackups, removeBackup } from './backup-folder.ts';
import { picturesPath, tablePath } from './backup-paths.ts';
import { writeChecked } from './checked-file.ts';
import { FORMAT, type Manifest, writeManifest } from './manifest.ts';
import { backUpPictures, type Seen } from './pictures.ts';
import { type Rest, restHalf, restNever } from './rest.ts';
import { rotate } from './rotate.ts';
import type { Rotation } from './rotation.ts';
import { backUpSettings } from './settings-files.ts';
import { copyOut, inSnapshot, listApplied, listSequences, listTables, noteBackup } from './tables.ts';

const KEPT_DATABASES = 3;

export type BackupParts = {
  pool: Pool;
  dataDir: string;
  storeDir: string;
  /** The schemas to back up besides `public`. */
  schemas: readonly string[];
  clock: () => Date;
  /** After each piece of the database and each picture; half of the time unless told. */
  rest?: Rest;
};

export type BackedUp = {
  folder: string;
  rows: number;
  databaseBytes: number;
  pictures: number;
  copied: number;
  damaged: string[];
  /** What the rotation let go. */
  removed: { backups: number; pictures: number };
};

/** Makes a backup in this folder while the site is in use. It is there when this resolves, and not before. */
export async function backUp(root: string, parts: BackupParts, rotation: Rotation | null): Promise<BackedUp> {
  const place = backupFolder(root);
  const held = await lockBackups(place);
  try {
    const begun = await beginBackup(place, parts.clock());
    const stores = { live: openImageFolder(parts.storeDir), kept: openImageFolder(place.pictures) };
    const seen: Seen = new Map();
    const { rest = restHalf() } = parts;
    // First, because it takes longest: what is deleted from then on is kept, and what comes is few.
    const first = await backUpPictures(stores, seen, { folder: begun.folder, file: picturesPath(1) }, rest);
    const { database, late } = await inSnapshot(parts.pool, async (client) => {
      // Everything that the snapshot names is in the store by now.
      const late = await backUpPictures(stores, seen, { folder: begun.folder, file: picturesPath(2) }, rest);
      return { database: await backUpTables(client, parts.schemas, begun.folder, rest), late };
    });
    const settings = await backUpSettings(parts.dataDir, begun.folder);
    const lists = [first.list, late.list];
    const pictures = { count: first.count + late.copied, lists };
    const madeAt = parts.clock().toISOString();
    await writeManifest(begun.folder, { format: FORMAT, madeAt, ...database, pictures, settings });
    const folder = await begun.finish();
    await noteBackup(parts.pool, new Date(madeAt));
    return {
      folder,
      removed: rotation ? await rotate(place, rotation) : { backups: 0, pictures: 0 },
      rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
      databaseBytes: database.tables.reduce((sum, { bytes }) => sum + bytes, 0),
      pictures: pictures.count,
      copied: first.copied + late.copied,
      damaged: [...first.damaged, ...late.damaged],
    };
  } finally {
    held.release();
  }
}

type DatabasePart = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>;

async function backUpTables(
  client: PoolClient,
  schemas: readonly string[],
  folder: string,
  rest: Rest,
): Promise<DatabasePart> {
  const migrations = await listApplied(client);
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client, schemas)) {
    const { schema, name, columns } = table;
    let file = { path: '', bytes: 0, sha256: '' };
    const rows = await copyOut(client, table, async (content) => {
      file = await writeChecked(folder, tablePath(schema, name), content, rest);
    });
    tables.push({ schema, name, columns, rows, ...file });
  }
  // Read last: numbers are given out outside of transactions, and must not be given twice.
  return { migrations, tables, sequences: await listSequences(client, ['public', ...schemas]) };
}

/**
 * Backs up the database alone, as before an upgrade: the pictures stay where they are. Of these backups the newest three are
 * kept. Returns the folder.
 */
export async function backUpDatabase(
  root: string,
  { pool, schemas, clock }: Pick<BackupParts, 'pool' | 'schemas' | 'clock'>,
): Promise<string> {
  const place = backupFolder(root);
  const held = await lockBackups(place);
  try {
    const begun = await beginBackup(place, clock());
    const database = await inSnapshot(pool, (client) => backUpTables(client, schemas, begun.folder, restNever));
    const nothing = { pictures: { count: 0, lists: [] }, settings: [] };
    await writeManifest(begun.folder, { format: FORMAT, madeAt: clock().toISOString(), ...database, ...nothing });
    const folder = await begun.finish();
    for (const name of (await listBackups(place)).slice(0, -KEPT_DATABASES)) await removeBackup(place, name);
    return folder;
  } finally {
    held.release();
  }
}
