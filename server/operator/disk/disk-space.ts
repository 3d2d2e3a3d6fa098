import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export type DiskSpace = { freeBytes: number; usedBytes: number };

/**
 * The free space of the disk that has a path. The path does not need to exist yet. `freeBytes`: available to users other than
 * root.
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

/** The size as text for operators. */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 * MEGABYTE) return `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`;
  return `${Math.floor(bytes / MEGABYTE)} MB`;
}
