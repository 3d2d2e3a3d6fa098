import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../core/files/sync-folder.ts';

/** `field`: its name in the file, as in messages about it, such as mail「host」. */
export type SavingMistake = { field: string; what: string };

/** A file in the data folder. */
export type SettingsFile = { dataDir: string; file: string };

/*
 * A new text is first `<file>.new`, then `<file>.entry-<id of the audit entry>`, then `<file>`. Under the second name an empty
 * file deletes the settings. The caller holds the lock of the file (`save.ts`).
 */
const preparedName = (file: string) => `${file}.new`;
const loggedName = (file: string, entryId: number) => `${file}.entry-${entryId}`;

/** Checks the text under another name. Null: the file is to be deleted, and there is none with the name. */
export async function prepare(
  { dataDir, file }: SettingsFile,
  text: string | null,
  read: (name: string) => Promise<{ mistakes: SavingMistake[] } | object | null>,
): Promise<{ name: string; mistakes: SavingMistake[] }> {
  const name = preparedName(file);
  const place = path.join(dataDir, name);
  await rm(place, { force: true });
  if (text === null) return { name, mistakes: [] };
  await write(place, text);
  const found = await read(name);
  if (!found || !('mistakes' in found)) return { name, mistakes: [] };
  await rm(place, { force: true });
  return { name, mistakes: found.mistakes };
}

/** Names the prepared file after the entry, before the entry is committed. */
export async function setAside({ dataDir, file }: SettingsFile, text: string | null, entryId: number): Promise<void> {
  const place = path.join(dataDir, loggedName(file, entryId));
  if (text === null) await write(place, '');
  else await rename(path.join(dataDir, preparedName(file)), place);
  await syncFolder(dataDir);
}

/** The entries that files are named after, in their order. */
export async function listLogged({ dataDir, file }: SettingsFile): Promise<number[]> {
  const prefix = loggedName(file, 0).slice(0, -1);
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    // A new site with an external database has no data folder yet.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter(Number.isSafeInteger)
    .sort((a, b) => a - b);
}

export async function putInPlace(
  { dataDir, file }: SettingsFile,
  entryId: number,
  isCommitted: boolean,
): Promise<void> {
  const place = path.join(dataDir, loggedName(file, entryId));
  const target = path.join(dataDir, file);
  if (!isCommitted) {
    await rm(place);
  } else if ((await stat(place)).size > 0) {
    await rename(place, target);
  } else {
    await rm(target, { force: true });
    await rm(place);
  }
}

/** Only its owner can read the file. */
async function write(place: string, text: string): Promise<void> {
  const handle = await open(place, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
