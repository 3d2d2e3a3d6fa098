import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several times what the databases and pictures of all workers take at once. */
const ROOM_BYTES = 3 * 1024 ** 3;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Where tests make folders for databases and pictures: in memory where there is room. A database is a thousand files, and a
 * picture is forced to the disk: with several workers a disk takes five times as long for it.
 */
export function scratchRoot(): string {
  return hasRoom(MEMORY) ? MEMORY : tmpdir();
}

/** A new folder in it, which is removed when `owner` is disposed of. */
export function scratchFolder(owner: AsyncDisposableStack, name: string): string {
  const folder = mkdtempSync(join(scratchRoot(), `${name}-`));
  owner.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Also those that `scratchRoot` was at another time. */
export function scratchRoots(): string[] {
  return [...new Set([tmpdir(), scratchRoot()])];
}

/** Removes what killed test runs left in memory; a system clears its temporary folder by itself. */
export function sweepScratch(): void {
  if (scratchRoot() !== MEMORY) return;
  for (const name of readdirSync(MEMORY).filter((entry) => entry.startsWith('manyu'))) {
    const path = join(MEMORY, name);
    try {
      if (statSync(path).mtimeMs < Date.now() - DAY_MS) rmSync(path, { recursive: true, force: true });
    } catch {
      // Gone meanwhile, or somebody else's.
    }
  }
}

/** In a container it may be small, or absent. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}
