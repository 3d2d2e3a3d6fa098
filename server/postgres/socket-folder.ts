import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canUse } from './account.ts';
import { folderIdentity } from './folder-identity.ts';
import { readTextFile, writeTextFile } from './text-file.ts';

/** The address of a Unix socket holds about 107 bytes, 103 on macOS; the rest is `/manyu-XXXXXX/.s.PGSQL.5432`. */
const LONGEST_BASE = 70;

const NOTE = 'socket';
/** The identity of the data folder. A separate file, because an older version reads the note. */
const NOTE_OF = 'socket-of';

/** PostgreSQL names its socket by a port, although it listens on no port. */
export const SOCKET_PORT = 5432;

/**
 * The folder of the socket, 0700 in the temp directory. It stays the same while the cluster is in use, so that pools find a restarted
 * PostgreSQL: `inUse`, or the one in the note in the folder `control`.
 */
export function socketFolder(control: string, account: Account, inUse = recordedFolder(control)): string {
  if (inUse && isOurs(inUse, account)) return inUse;
  if (inUse && makeFolder(inUse, account)) return inUse;

  const bases = [tmpdir(), '/tmp'].filter((base) => Buffer.byteLength(base) <= LONGEST_BASE);
  for (const base of bases) {
    const folder = mkdtempSync(join(base, 'manyu-'));
    if (account) chownSync(folder, account.uid, account.gid);
    if (canUse(folder, account)) {
      noteSocketFolder(control, folder);
      return folder;
    }
    rmSync(folder, { recursive: true });
  }
  throw new Error(`No temporary folder fits a socket (tried ${bases.join(', ')})`);
}

/** Notes the folder of a PostgreSQL that was found running. */
export function noteSocketFolder(control: string, folder: string): void {
  if (recordedFolder(control) === folder) return;
  writeTextFile(join(control, NOTE), folder);
  writeTextFile(join(control, NOTE_OF), folderIdentity(control) ?? '');
}

export function removeSocketFolder(control: string): void {
  const recorded = recordedFolder(control);
  if (recorded) rmSync(recorded, { recursive: true, force: true });
  for (const name of [NOTE, NOTE_OF]) rmSync(join(control, name), { force: true });
}

/** A copied data folder has the note of the original, whose PostgreSQL may be using that socket. */
function recordedFolder(control: string): string | undefined {
  if (readTextFile(join(control, NOTE_OF)) !== folderIdentity(control)) return undefined;
  return readTextFile(join(control, NOTE));
}

/** Deletes the remains of a killed PostgreSQL: the lock file of its socket may have a process id that another process has now. */
export function clearSocketFolder(folder: string): void {
  for (const name of [`.s.PGSQL.${SOCKET_PORT}`, `.s.PGSQL.${SOCKET_PORT}.lock`])
    rmSync(join(folder, name), { force: true });
}

/** Any user can make a folder in the temp directory, so a folder that is not private to the account is not used. */
function isOurs(folder: string, account: Account): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return (
    found?.isDirectory() === true && found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
  );
}

function makeFolder(folder: string, account: Account): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
    return true;
  } catch {
    return false;
  }
}
