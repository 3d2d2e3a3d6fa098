import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { isPicturesPath, isTablePath, settingName } from './backup-paths.ts';
import { BackupRefused } from './refused.ts';

export const MANIFEST = 'manifest.json';
/** Rises when an older program could no longer read what is written. */
export const FORMAT = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A file of the backup, by its path in there, and what it has to be like. */
const file = (isPath: (path: string) => boolean) => ({
  path: v.pipe(v.string(), v.check(isPath)),
  bytes: count,
  sha256: v.string(),
});

const shape = v.object({
  format: v.literal(FORMAT),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The id of the site; backups from before sites had one lack it. */
  site: v.optional(v.string()),
  /** It has less than half of the rows or of the pictures of the backup before, and the operator has not said that this is right. */
  shrunk: v.optional(v.literal(true)),
  /** The names of those applied, in their order. */
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
  /** The last number given; null = none yet. */
  sequences: v.array(v.object({ name: v.string(), last: v.nullable(count) })),
  /** In the lists, a line a picture: its key and size. The pictures themselves are shared by all backups of the folder. */
  pictures: v.object({ count, lists: v.array(v.object(file(isPicturesPath))) }),
  /** What the operator keeps beside the data, such as the keys of payment channels. */
  settings: v.array(v.object(file((path) => settingName(path) !== null))),
});

/** What a backup consists of. It is written last: a backup without one was never finished. */
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
