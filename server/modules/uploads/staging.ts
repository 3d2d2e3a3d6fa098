import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../core/files/sync-folder.ts';

const ID = /^[\w-]{22}$/;
/** A general name, which the naming rules never take for the title of a comic. */
const TREE = 'import';
const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;

export type StagedFile = { id: string; name: string; bytes: number };

export type Staging = ReturnType<typeof createStaging>;

/** The folder of uploaded files, outside of the picture storage. While a file is received, its path has only ids. */
export function createStaging(folder: string) {
  const folderOf = (uploadId: string) => path.join(folder, checkedId(uploadId));
  const fileOf = (uploadId: string, fileId: string) => path.join(folderOf(uploadId), checkedId(fileId));
  const treeOf = (uploadId: string) => path.join(folderOf(uploadId), TREE);

  /** Writes a chunk and flushes it to the disk. */
  async function write(uploadId: string, fileId: string, offset: number, chunk: Buffer): Promise<void> {
    if (offset === 0) await mkdir(folderOf(uploadId), { recursive: true, mode: 0o700 });
    const file = await open(fileOf(uploadId, fileId), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, offset + done);
        done += bytesWritten;
      }
      await file.datasync();
    } finally {
      await file.close();
    }
    if (offset === 0) await syncFolder(folderOf(uploadId));
  }

  /**
   * Moves the files to their names below the folder that it returns, and those that are left out back. Can be repeated after
   * it was interrupted. Throws if a file is missing.
   */
  async function arrange(uploadId: string, files: readonly StagedFile[], isOut: (name: string) => boolean) {
    const tree = treeOf(uploadId);
    await mkdir(tree, { recursive: true, mode: 0o700 });
    for (const { id, name, bytes } of files.filter((file) => file.bytes > 0)) {
      const [stored, named] = [fileOf(uploadId, id), path.join(tree, ...name.split('/'))];
      const [from, to] = isOut(name) ? [named, stored] : [stored, named];
      if ((await sizeOf(from)) !== null) {
        await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
        await rename(from, to);
      }
      if ((await sizeOf(to)) !== bytes) throw new MissingFile(name);
    }
    return tree;
  }

  return {
    write,
    arrange,
    treeOf,
    pathOf: fileOf,
    remove: (uploadId: string) => rm(folderOf(uploadId), { recursive: true, force: true }),
    /** The ids of the uploads that have a folder. */
    list: async () => (await readdir(folder).catch(() => [])).filter((name) => ID.test(name)),
  };
}

/** A file that was received is not on the disk, such as after a database was restored. */
export class MissingFile extends Error {}

function checkedId(id: string): string {
  if (!ID.test(id)) throw new Error('not an id of an upload');
  return id;
}

async function sizeOf(file: string): Promise<number | null> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() ? found.size : null;
}
