import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { type Access, accessIn } from './store-access.ts';

/** Readers skip two bytes before every picture, so they are stored with it: any static server can send the very file. */
const PADDING = Buffer.from([0, 0]);
/** Files being written at once: Node has four threads for disk and pictures, and waiting for the disk must not take them all. */
const WRITERS = 2;
/** What imports write; `site` and `original` are the editor's pictures, as they are shown and as they were given. */
const IMPORTED = ['comic', 'open', 'guarded'] as const;
const PREFIX = /^(comic|open|guarded|site|original)\/[0-9a-f]{32}$/;

export type ImageStore = {
  /** Writes a picture into a folder (`open/<32 hex>`) under the hash of its bytes; on disk for good once `settle` is done. */
  put(prefix: string, image: Buffer): Promise<string>;
  /** Makes the names in a folder durable; to be called before the database is told of them. */
  settle(prefix: string): Promise<void>;
  /** The picture without its padding. */
  read(key: string): Promise<Buffer>;
  /** Copies every picture of a folder, durably. */
  copyFolder(from: string, to: string): Promise<void>;
  /** Keys of whole pictures in a folder, and paths of anything else there. */
  list(prefix: string): Promise<{ keys: Map<string, number>; strays: string[] }>;
  /** All folders there are of these kinds, or else of what is imported. */
  prefixes(kinds?: readonly string[]): Promise<string[]>;
  /** Removes files by the paths that `list` gave; then the folder where it is empty. */
  remove(prefix: string, paths: Iterable<string>): Promise<void>;
};

/** The pictures on disk below `root`, laid out as the catalogue's migration says. */
export function openImageStore(root: string): ImageStore {
  const folderOf = (prefix: string) => {
    if (!PREFIX.test(prefix)) throw new Error(`Not a folder of the store: ${prefix}`);
    return join(root, prefix);
  };

  const accesses = new Map<string, Promise<Access | null>>();
  /** Of the part of the store that a folder is in. */
  const accessOf = (prefix: string) => {
    const kind = dirname(prefix);
    const known = accesses.get(kind);
    if (known) return known;
    const found = accessIn(root, kind);
    accesses.set(kind, found);
    found.catch(() => accesses.delete(kind));
    return found;
  };

  const writers = pLimit(WRITERS);
  const put = (prefix: string, image: Buffer) => writers(() => write(prefix, image));

  async function write(prefix: string, image: Buffer): Promise<string> {
    const folder = folderOf(prefix);
    const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
    const key = `${prefix}/${hash}.bin`;
    const temporary = join(folder, `.${hash}.${randomBytes(4).toString('hex')}.tmp`);
    try {
      const access = await accessOf(prefix);
      const file = await createIn(folder, temporary, access);
      try {
        if (access?.owner) await file.chown(access.owner.uid, access.owner.gid);
        if (access) await file.chmod(access.file);
        await writeWhole(file, image);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(temporary, join(root, key));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return key;
  }

  async function settle(prefix: string): Promise<void> {
    const folder = folderOf(prefix);
    for (const path of [folder, dirname(folder), root]) await syncPath(path);
  }

  async function copyFolder(from: string, to: string): Promise<void> {
    const target = folderOf(to);
    const access = await accessOf(to);
    await makeFolder(target, access);
    for (const key of (await list(from)).keys.keys()) {
      const path = join(target, basename(key));
      await copyFile(join(root, key), path, constants.COPYFILE_FICLONE);
      if (access?.owner) await chown(path, access.owner.uid, access.owner.gid);
      if (access) await chmod(path, access.file);
      await syncPath(path);
    }
    await settle(to);
  }

  async function list(prefix: string): Promise<{ keys: Map<string, number>; strays: string[] }> {
    const folder = folderOf(prefix);
    const keys = new Map<string, number>();
    const strays: string[] = [];
    for (const name of await namesIn(folder)) {
      const size = /^[0-9a-f]{32}\.bin$/.test(name) ? await sizeOf(join(folder, name)) : undefined;
      if (size !== undefined && size > PADDING.length) keys.set(`${prefix}/${name}`, size);
      else strays.push(`${prefix}/${name}`);
    }
    return { keys, strays };
  }

  async function prefixes(kinds: readonly string[] = IMPORTED): Promise<string[]> {
    const found: string[] = [];
    for (const kind of kinds) {
      for (const name of await namesIn(join(root, kind))) {
        if (PREFIX.test(`${kind}/${name}`)) found.push(`${kind}/${name}`);
      }
    }
    return found;
  }

  async function remove(prefix: string, paths: Iterable<string>): Promise<void> {
    const folder = folderOf(prefix);
    for (const path of paths) await rm(join(folder, basename(path)), { recursive: true, force: true });
    if ((await namesIn(folder)).length === 0) await rm(folder, { recursive: true, force: true });
  }

  async function read(key: string): Promise<Buffer> {
    return (await readFile(join(folderOf(dirname(key)), basename(key)))).subarray(PADDING.length);
  }

  return { put, settle, read, copyFolder, list, prefixes, remove };
}

/** Creates a file; its folder too, which all but the first find there. */
async function createIn(folder: string, path: string, access: Access | null): Promise<FileHandle> {
  const file = await open(path, 'wx', access?.file).catch(nothingThere);
  if (file) return file;
  await makeFolder(folder, access);
  return open(path, 'wx', access?.file);
}

async function makeFolder(folder: string, access: Access | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: access?.folder });
  if (access?.owner) await chown(folder, access.owner.uid, access.owner.gid);
  if (access) await chmod(folder, access.folder);
}

/** A short write (a full disk) is an error here, never half a picture. */
async function writeWhole(file: FileHandle, image: Buffer): Promise<void> {
  let left = PADDING.length + image.length - (await file.writev([PADDING, image])).bytesWritten;
  while (left > 0) left -= (await file.write(image, image.length - left)).bytesWritten;
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(nothingThere))?.size;
}

async function namesIn(path: string): Promise<string[]> {
  return (await readdir(path).catch(nothingThere)) ?? [];
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
