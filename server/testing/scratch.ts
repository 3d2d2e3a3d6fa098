import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several times what the databases and pictures of all workers take at once. */
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * Where tests make folders for databases and pictures: in memory where there is room. A database is a thousand files, and a
 * picture is forced to the disk: with several workers a disk takes five times as long for it.
 */
export function scratchRoot(): string {
  return hasRoom(MEMORY) ? MEMORY : tmpdir();
}

/** Also those that `scratchRoot` was at another time. */
export function scratchRoots(): string[] {
  return [...new Set([tmpdir(), scratchRoot()])];
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
