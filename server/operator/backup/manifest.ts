import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { isPicturesPath, isTablePath, settingName } from './backup-paths.ts';
import { BackupRefused } from './refused.ts';

export const MANIFEST = 'manifest.json';
/** Incremented when older programs can no longer read the format. */
export const FORMAT = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A file of the backup: its path, size and checksum. */
const file = (isPath: (path: string) => boolean) => ({
  path: v.pipe(v.string(), v.check(isPath)),
  bytes: count,
  sha256: v.string(),
});

const shape = v.object({
  format: v.literal(FORMAT),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The id of the site. Old backups have none. */
  site: v.optional(v.string()),
  /** Less than half of the rows or pictures of the backup before, without the operator's confirmation. */
  shrunk: v.optional(v.literal(true)),
  /** The names of the applied migrations, in order. */
  migrations: v.array(v.string()),
  tables: v.array(
    v.object({
      ...file(isTablePath),
      schema: v.string(),
      name: v.string(),
      columns: v.array(v.string()),
      rows: count,
    }),
  ),
  /** The last used number; null = none yet. */
  sequences: v.array(v.object({ name: v.string(), last: v.nullable(count) })),
  /** The lists have one line per picture: its key and size. All backups of the folder share the pictures. */
  pictures: v.object({ count, lists: v.array(v.object(file(isPicturesPath))) }),
  /** The operator's files in the data folder, such as the keys of payment channels. */
  settings: v.array(v.object(file((path) => settingName(path) !== null))),
});

/** The content of a backup. It is written last: a backup without a manifest is unfinished. */
export type Manifest = v.InferOutput<typeof shape>;
export type BackupFile = { path: string; bytes: number; sha256: string };

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const opened = await open(path.join(folder, MANIFEST), 'wx', 0o600);
  try {
    await opened.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8');
  const document = parse(text);
  const format = v.safeParse(v.object({ format: count }), document);
  if (format.success && format.output.format > FORMAT)
    throw new BackupRefused('这份备份是更新的漫屿做的，此版读不了它。请换新版再恢复。');
  const read = v.safeParse(shape, document);
  if (!read.success) throw new BackupRefused(`备份的清单 ${path.join(folder, MANIFEST)} 已损坏，请换一份备份。`);
  return read.output;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
