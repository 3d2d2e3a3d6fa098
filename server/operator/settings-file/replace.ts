import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** `field`: its name in the file, as in messages about it, such as mail「host」. */
export type SavingMistake = { field: string; what: string };

/**
 * Checks the text under another name and puts it in the place of the file at once; only its owner can read it. With mistakes
 * nothing is written. The caller holds the lock of the file (`saveSettings`).
 */
export async function replaceSettings(
  file: string,
  text: string,
  read: (name: string) => Promise<{ mistakes: SavingMistake[] } | object | null>,
): Promise<SavingMistake[]> {
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const found = await read(path.basename(unfinished));
  if (found && 'mistakes' in found) {
    await rm(unfinished, { force: true });
    return found.mistakes;
  }
  await rename(unfinished, file);
  return [];
}
