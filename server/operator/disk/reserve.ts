import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { MEGABYTE } from './disk-space.ts';

/** A file that reserves space. It is deleted when the disk is full. */
export type Reserve = {
  bytes: number;
  isThere(): Promise<boolean>;
  make(): Promise<void>;
  giveUp(): Promise<void>;
};

export function createReserve(file: string, bytes: number): Reserve {
  const growing = `${file}.growing`;
  return {
    bytes,
    isThere: async () => (await stat(file).catch(() => null))?.size === bytes,
    async make() {
      try {
        await fill(growing, bytes);
        await rename(growing, file);
      } catch (error) {
        await rm(growing, { force: true });
        throw error;
      }
    },
    async giveUp() {
      await rm(growing, { force: true });
      await rm(file, { force: true });
    },
  };
}

/** Random bytes, because some file systems allocate no space for zeros. */
async function fill(path: string, bytes: number): Promise<void> {
  const block = randomBytes(MEGABYTE);
  const file = await open(path, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= MEGABYTE) await file.writeFile(block.subarray(0, left));
    await file.datasync();
  } finally {
    await file.close();
  }
}
