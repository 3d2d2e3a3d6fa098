import { openImageFolder } from '../../../adapters/image-folder.ts';
import { withCopier as withImportCopier } from '../../../importer/publish/with-copier.ts';
import { type CopyFolder, holdImportLock } from '../../../modules/catalog/publishing/publishing.ts';
import type { CommandContext } from '../command.ts';
import type { Confirm } from '../confirm.ts';

export type ComicsContext = Pick<CommandContext, 'pool' | 'imageDir' | 'stop' | 'clock'> & {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  confirm: Confirm;
};

/**
 * Passes a copier of folders to `work`. After `work` has committed, removes replaced files from these folders and from
 * `touched`.
 */
export function withCopier<T>(
  context: ComicsContext,
  work: (copyFolder: NonNullable<CopyFolder>) => Promise<T>,
  touched: readonly string[] = [],
): Promise<T> {
  const { pool, imageDir, clock, stop: signal } = context;
  const parts = { pool, storage: openImageFolder(imageDir), clock };
  return withImportCopier(parts, work, { signal, onWait: () => noteWaiting(context), touched });
}

/** Takes the lock of imports. */
export async function withImportLock<T>(context: ComicsContext, work: () => Promise<T>): Promise<T> {
  const release = await holdImportLock(
    context.pool,
    () => noteWaiting(context),
    () => {},
    context.stop,
  );
  try {
    return await work();
  } finally {
    await release();
  }
}

function noteWaiting({ stderr }: ComicsContext): void {
  stderr.write('有导入正在进行，等它结束…\n');
}
