import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canUse } from './account.ts';
import { readTextFile, writeTextFile } from './text-file.ts';

/** The address of a Unix socket holds about 107 bytes, 103 on macOS; the rest is `/manyu-XXXXXX/.s.PGSQL.5432`. */
const LONGEST_BASE = 70;

/** PostgreSQL names its socket by a port, though it listens on none. */
export const SOCKET_PORT = 5432;

/**
 * The folder of the socket, 0700 under the temp directory. The same one is given for as long as anybody uses the
 * cluster, so that pools find a restarted PostgreSQL where they left it; `note` is the file that remembers it.
 */
export function socketFolder(note: string, account: Account): string {
  const recorded = readTextFile(note);
  if (recorded && isOurs(recorded, account)) return recorded;
  if (recorded && makeFolder(recorded, account)) return recorded;

  const bases = [tmpdir(), '/tmp'].filter((base) => Buffer.byteLength(base) <= LONGEST_BASE);
  for (const base of bases) {
    const folder = mkdtempSync(join(base, 'manyu-'));
    if (account) chownSync(folder, account.uid, account.gid);
    if (canUse(folder, account)) {
      writeTextFile(note, folder);
      return folder;
    }
    rmSync(folder, { recursive: true });
  }
  throw new Error(`No temporary folder fits a socket (tried ${bases.join(', ')})`);
}

/** Notes the folder of a PostgreSQL that was found running. */
export function noteSocketFolder(note: string, folder: string): void {
  if (readTextFile(note) !== folder) writeTextFile(note, folder);
}

export function removeSocketFolder(note: string): void {
  const recorded = readTextFile(note);
  if (recorded) rmSync(recorded, { recursive: true, force: true });
  rmSync(note, { force: true });
}

/** Takes away what a killed PostgreSQL left: its socket's own lock file may name a process id that is used again. */
export function clearSocketFolder(folder: string): void {
  for (const name of [`.s.PGSQL.${SOCKET_PORT}`, `.s.PGSQL.${SOCKET_PORT}.lock`])
    rmSync(join(folder, name), { force: true });
}

/** Anybody may make a folder under the temp directory: one that is not private to the account is not used. */
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
