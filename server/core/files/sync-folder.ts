import { open } from 'node:fs/promises';

/** The new name of a file survives a power failure only when its folder is flushed too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => {});
  await handle.close();
}
