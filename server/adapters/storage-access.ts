import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The parts that only the app serves: priced pages and the editor's originals. */
const CLOSED: readonly string[] = ['guarded', 'original'];

const OWNER_ALONE = { folder: 0o700, file: 0o600 };
/** With setgid: new files get the group of their folder. */
const GROUP_TOO = { folder: 0o2750, file: 0o640 };
/** setgid shows that a group was configured, even if the folder is not open to it yet. */
const SETGID = 0o2000;
const ANYBODY = 0o007;

/** The modes and the owner of new folders and files in a closed part of the storage, regardless of the umask. */
export type Access = {
  folder: number;
  file: number;
  /** Set if the process is root and the storage belongs to another user. */
  owner: { uid: number; gid: number } | null;
};

/** The access of one part of the storage; null for public parts. Creates a closed part if it is missing. */
export async function accessIn(root: string, kind: string): Promise<Access | null> {
  if (!CLOSED.includes(kind)) return null;
  const folder = join(root, kind);
  await mkdir(root, { recursive: true });
  const isNew = await mkdir(folder, { mode: OWNER_ALONE.folder }).then(() => true, existing);
  const [{ uid }, found] = await Promise.all([stat(root), stat(folder)]);
  const owner = process.getuid?.() === 0 && uid !== 0 ? { uid, gid: found.gid } : null;
  if (isNew || found.mode & ANYBODY) await chmod(folder, (found.mode & SETGID) | OWNER_ALONE.folder);
  if (isNew && owner) await chown(folder, owner.uid, owner.gid);
  return { ...(found.mode & SETGID ? GROUP_TOO : OWNER_ALONE), owner };
}

/**
 * Removes the access of others to the closed parts of the storage. Only the owner, and the group if one is configured, have access.
 * The part's folders are closed when this resolves. `settled`: all modes inside are updated, which takes long once in a large storage.
 */
export async function closeStorage(root: string, group: number | null): Promise<{ settled: Promise<void> }> {
  const changed: string[] = [];
  for (const kind of CLOSED) {
    const folder = join(root, kind);
    if (group !== null) await accessIn(root, kind);
    const found = await stat(folder).catch(nothingThere);
    if (!found || isAs(found, group)) continue;
    await chmod(folder, OWNER_ALONE.folder);
    if (group !== null) {
      await chown(folder, found.uid, group);
      await chmod(folder, SETGID | OWNER_ALONE.folder);
    }
    changed.push(folder);
  }
  return { settled: settle(changed, group) };
}

/** Sets the mode of a folder last: a folder with the right mode is complete, also after an interruption. */
async function settle(folders: readonly string[], group: number | null): Promise<void> {
  const access = group === null ? OWNER_ALONE : GROUP_TOO;
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await settle([path], group);
      if (!entry.isFile()) continue;
      if (group !== null) await chown(path, (await stat(path)).uid, group);
      await chmod(path, access.file);
    }
    if (group !== null) await chown(folder, (await stat(folder)).uid, group);
    await chmod(folder, access.folder);
  }
}

function isAs({ mode, gid }: { mode: number; gid: number }, group: number | null): boolean {
  if (group === null) return (mode & 0o7777) === OWNER_ALONE.folder;
  return (mode & 0o7777) === GROUP_TOO.folder && gid === group;
}

/** The number of a group, by its name or number; null if there is no such group. */
export function groupNumber(group: string): number | null {
  if (/^\d{1,9}$/.test(group)) return Number(group);
  try {
    const line = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .find((each) => each.startsWith(`${group}:`));
    return line === undefined ? null : Number(line.split(':')[2]);
  } catch {
    return null;
  }
}

function existing(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error;
  return false;
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
