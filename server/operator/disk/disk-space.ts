import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export type DiskSpace = { freeBytes: number; usedBytes: number };

/**
 * How much room the disk has that a path is on, or will be on; `freeBytes` is what a user other than root may take.
 */
export async function diskSpace(path: string): Promise<DiskSpace> {
  const found = await statfs(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error;
    return null;
  });
  if (found === null) return diskSpace(dirname(path));
  const { bsize, blocks, bfree, bavail } = found;
  return { freeBytes: bavail * bsize, usedBytes: (blocks - bfree) * bsize };
}

export const MEGABYTE = 1024 * 1024;

/** As an operator reads it. */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 * MEGABYTE) return `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`;
  return `${Math.floor(bytes / MEGABYTE)} MB`;
}
