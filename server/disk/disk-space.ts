import { statfs } from 'node:fs/promises';

export type DiskSpace = { freeBytes: number; usedBytes: number };

/** How much room the disk has that a path is on; `freeBytes` is what a user other than root may take. */
export async function diskSpace(path: string): Promise<DiskSpace> {
  const { bsize, blocks, bfree, bavail } = await statfs(path);
  return { freeBytes: bavail * bsize, usedBytes: (blocks - bfree) * bsize };
}

export const MEGABYTE = 1024 * 1024;

/** As an operator reads it. */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 * MEGABYTE) return `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`;
  return `${Math.floor(bytes / MEGABYTE)} MB`;
}
