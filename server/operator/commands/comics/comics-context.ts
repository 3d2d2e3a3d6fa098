import { openImageFolder } from '../../../adapters/image-folder.ts';
import { folderCopier } from '../../../importer/publish/folder-copier.ts';
import { sweep } from '../../../importer/publish/sweep.ts';
import { type CopyFolder, holdImportLock } from '../../../modules/catalog/publishing/publishing.ts';
import type { CommandContext } from '../command.ts';
import type { Confirm } from '../confirm.ts';

export type ComicsContext = Pick<CommandContext, 'pool' | 'imageDir' | 'stop' | 'clock'> & {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  confirm: Confirm;
};

/** The file can't be a cover. The message is a Chinese sentence. */
export class NoCover extends Error {}

/**
 * Passes a copier of folders to `work`. After `work` has committed, removes replaced files from these folders and from
 * `touched`.
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

/** Takes the lock of imports: an import would sweep the files that are being copied. */
export async function withImportLock<T>({ pool, stderr, stop }: ComicsContext, work: () => Promise<T>): Promise<T> {
  const onWait = () => stderr.write('有导入正在进行，等它结束…\n');
  const release = await holdImportLock(pool, onWait, () => {}, stop);
  try {
    return await work();
  } finally {
    await release();
  }
}
