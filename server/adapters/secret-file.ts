import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { MAX_YAML_BYTES } from '../core/files/yaml-source.ts';

/** A file that can't be used; the message is a Chinese sentence without its name. */
export class UnusableFile extends Error {}

const OTHERS = 0o077;

/** Reads a file with secrets. Only its owner may have access. */
export async function readSecretFile(file: string): Promise<string> {
  const { mode } = await look(file);
  if ((mode & OTHERS) !== 0) throw new UnusableFile(`别的用户也能读它，请运行 chmod 600 ${path.basename(file)}`);
  return read(file);
}

/** Reads a public file, such as a certificate. */
export async function readOpenFile(file: string): Promise<string> {
  await look(file);
  return read(file);
}

async function look(file: string): Promise<{ mode: number }> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableFile(error.code === 'ENOENT' ? '没有这个文件' : '读不了它，请检查权限', { cause: error });
  });
  if (!found.isFile()) throw new UnusableFile('它不是文件');
  if (found.size > MAX_YAML_BYTES) throw new UnusableFile('它超过 2 MB');
  return found;
}

async function read(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error) => {
    throw new UnusableFile('读不了它，请检查权限', { cause: error });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableFile('它不是 UTF-8 文本');
  }
}
