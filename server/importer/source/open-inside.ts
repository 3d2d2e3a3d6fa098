import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DiskPath } from './disk-names.ts';
import { shownName } from './file-names.ts';
import { codeOf, SourceError } from './source-error.ts';

const SLASH = Buffer.from('/');

/**
 * Opens a regular file inside `root`, the real path of a folder. A user with write access to the library can replace a file or
 * a parent folder by a link at any time, so the opened file is checked, not its path.
 */
export async function openInside(path: DiskPath, root: DiskPath): Promise<FileHandle> {
  // O_NONBLOCK: opening a pipe would otherwise wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
    throw codeOf(error) === 'ELOOP' ? linkError(path) : error;
  });
  try {
    if (!(await file.stat()).isFile() || !(await liesIn(file, path, root))) throw linkError(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether an opened file is inside `root`, the real path of a folder. */
export async function liesIn(file: FileHandle, path: DiskPath, root: DiskPath): Promise<boolean> {
  const folder = Buffer.from(root);
  const prefix = folder.subarray(-1).equals(SLASH) ? folder : Buffer.concat([folder, SLASH]);
  const real = await realPathOf(file, path);
  return real?.subarray(0, prefix.length).equals(prefix) === true;
}

/** The real path of a folder, in the same form as the real paths of its files. */
export async function realFolder(path: DiskPath): Promise<Buffer> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY).catch(() => undefined);
  try {
    const real = folder && (await realPathOf(folder, path));
    return real ?? (await realpath(path, 'buffer'));
  } finally {
    await folder?.close();
  }
}

/** Linux provides the path of an open file. Elsewhere the path is resolved again and must lead to the same file. */
async function realPathOf(file: FileHandle, path: DiskPath): Promise<Buffer | undefined> {
  const known = await readlink(`/proc/self/fd/${file.fd}`, 'buffer').catch(() => undefined);
  if (known !== undefined) return known;
  const real = await realpath(path, 'buffer');
  const [opened, there] = [await file.stat(), await stat(real)];
  return opened.dev === there.dev && opened.ino === there.ino ? real : undefined;
}

function linkError(path: DiskPath): SourceError {
  const name = shownName(basename(String(path)));
  return new SourceError('unsafe_link', `${name} 不是普通文件，或经链接到了要导入的文件夹之外；请换成真正的文件`);
}
