import { openImageFolder } from '../adapters/image-folder.ts';
import { folderCopier } from '../importer/publish/folder-copier.ts';
import { sweep } from '../importer/publish/sweep.ts';
import { type CopyFolder, holdImportLock } from '../modules/catalog/publishing/publishing.ts';
import type { CommandContext } from './command.ts';
import type { Confirm } from './confirm.ts';

export type ComicsContext = Pick<CommandContext, 'pool' | 'imageDir' | 'stop' | 'clock'> & {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  confirm: Confirm;
};

/** Why a file does not become a cover; a Chinese sentence. */
export class NoCover extends Error {}

/**
 * Lends a copier of folders, and removes what was replaced in them, and in the folders that are `touched`, once `work` has
 * committed.
 */
export async function withCopier<T>(
  context: ComicsContext,
  work: (copyFolder: CopyFolder) => Promise<T>,
  touchedBefore: readonly string[] = [],
): Promise<T> {
  const { pool, imageDir, clock } = context;
  const storage = openImageFolder(imageDir);
  return withImportLock(context, async () => {
    const { touched, copyFolder } = folderCopier({ pool, storage, clock }, [...touchedBefore]);
    try {
      return await work(copyFolder);
    } finally {
      await sweep(pool, storage, touched);
    }
  });
}

/** Waits until no import runs, and lets none begin meanwhile: it would sweep what is being copied. */
export async function withImportLock<T>({ pool, stderr, stop }: ComicsContext, work: () => Promise<T>): Promise<T> {
  const onWait = () => stderr.write('有导入正在进行，等它结束…\n');
  const release = await holdImportLock(pool, onWait, () => {}, stop);
  try {
    return await work();
  } finally {
    await release();
  }
}
