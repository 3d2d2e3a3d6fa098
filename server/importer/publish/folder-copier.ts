import { type CopyFolder, declareFolders } from '../../modules/catalog/publishing/publishing.ts';
import type { PublishContext } from './publish-context.ts';

/** Copies folders of the image storage and collects them in `touched`. The caller sweeps them at the end. */
export function folderCopier(
  { pool, storage, clock }: Pick<PublishContext, 'pool' | 'storage' | 'clock'>,
  touched: string[],
): { touched: string[]; copyFolder: NonNullable<CopyFolder> } {
  const copyFolder: NonNullable<CopyFolder> = async (from, to) => {
    await declareFolders(pool, [from, to], clock());
    touched.push(from, to);
    await storage.copyFolder(from, to);
  };
  return { touched, copyFolder };
}
