import { type CopyFolder, declareFolders } from '../../modules/catalog/publishing/publishing.ts';
import type { PublishContext } from './publish-context.ts';

/** Copies folders of the image store for the catalogue, and lists them: the caller sweeps all of `touched` in the end. */
export function folderCopier(
  { pool, store, clock }: Pick<PublishContext, 'pool' | 'store' | 'clock'>,
  touched: string[],
): { touched: string[]; copyFolder: CopyFolder } {
  const copyFolder: CopyFolder = async (from, to) => {
    await declareFolders(pool, [from, to], clock());
    touched.push(from, to);
    await store.copyFolder(from, to);
  };
  return { touched, copyFolder };
}
