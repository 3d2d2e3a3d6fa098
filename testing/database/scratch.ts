import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several times the size of all workers' databases and pictures. */
const ROOM_BYTES = 3 * 1024 ** 3;
const DAY_MS = 24 * 3600 * 1000;

/**
 * The parent folder of test databases and pictures, in memory if there is space. On a disk, creating databases and syncing
 * pictures with several workers takes five times as long.
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

/** All possible values of `scratchRoot`. */
export function scratchRoots(): string[] {
  return [...new Set([tmpdir(), scratchRoot()])];
}

/** Removes folders of killed test runs from memory. The system clears its temporary folder itself. */
export function sweepScratch(): void {
  if (scratchRoot() !== MEMORY) return;
  for (const name of readdirSync(MEMORY).filter((entry) => entry.startsWith('manyu'))) {
    const path = join(MEMORY, name);
    try {
      if (statSync(path).mtimeMs < Date.now() - DAY_MS) rmSync(path, { recursive: true, force: true });
    } catch {
      // Already removed, or of another user.
    }
  }
}

/** In a container it may be small or missing. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}
