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
import { type ImageStorage, MissingImage } from './image-storage.ts';
import { type Access, accessIn } from './storage-access.ts';

/** Clients skip two bytes before every picture. They are stored in the file, so that any static server can send it. */
const PADDING = Buffer.from([0, 0]);
/** Files written at the same time. Node has four threads for disk and pictures, and writes must not use all of them. */
const WRITERS = 2;
/** The parts that imports write. `site` and `original` are for the editor's pictures: converted, and as given. */
const IMPORTED = ['comic', 'open', 'guarded'] as const;
/** All parts. */
export const KINDS = [...IMPORTED, 'site', 'original'] as const;
const PREFIX = /^(comic|open|guarded|site|original)\/[0-9a-f]{32}$/;
const PICTURE = /^[0-9a-f]{32}\.bin$/;

/** The image storage in a local folder. */
export function openImageFolder(root: string): ImageStorage {
  const folderOf = (prefix: string) => {
    if (!PREFIX.test(prefix)) throw new Error(`Not a folder of the storage: ${prefix}`);
    return join(root, prefix);
  };

  const accesses = new Map<string, Promise<Access | null>>();
  /** The access rights in the part of the storage that a folder is in. */
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
    const hash = hashOf(image);
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
      const size = PICTURE.test(name) ? await sizeOf(join(folder, name)) : undefined;
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

  async function readStored(key: string): Promise<Buffer | null> {
    return (await readFile(join(root, key)).catch(nothingThere)) ?? null;
  }

  async function read(key: string): Promise<Buffer> {
    const stored = PREFIX.test(dirname(key)) ? await readStored(key) : null;
    if (!stored) throw new MissingImage(key);
    return stored.subarray(PADDING.length);
  }

  return { put, settle, read, readStored, copyFolder, list, prefixes, remove };
}

/** Whether this is the key of a picture: a folder of the storage, and a name that is a hash. */
export function isPictureKey(key: string): boolean {
  return PREFIX.test(dirname(key)) && PICTURE.test(basename(key));
}

/** The hash at the end of a picture's key, before `.bin`. */
export function hashOf(image: Buffer): string {
  return createHash('sha256').update(image).digest('hex').slice(0, 32);
}

/** Creates a file, and its folder if it is missing. */
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

/** Throws on a short write (a full disk), so that there are no incomplete pictures. */
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
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
