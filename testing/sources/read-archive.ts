import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSource } from '../../server/importer/read/open-source.ts';
import type { OpenedSource } from '../../server/importer/source/source.ts';
import { SourceError } from '../../server/importer/source/source-error.ts';

/** Opens archives like an import, with a folder for temporary files. */
export function archiveReader(folder: string) {
  let count = 0;
  const scratch = join(folder, 'scratch');
  const left = async () => (existsSync(scratch) ? readdir(scratch) : []);

  async function opened(
    bytes: Buffer,
    { name = `${count++}.bin`, signal = undefined as AbortSignal | undefined } = {},
  ) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return openSource({ kind: 'archive', path, root: folder, parents: [] }, scratch, signal);
  }

  /** The pages by name and text (the error code for a damaged one), or the error code of the archive. */
  async function outcome(bytes: Buffer): Promise<string | [string, string][]> {
    let source: OpenedSource | undefined;
    let result: string | [string, string][];
    try {
      source = await opened(bytes);
      const pages: [string, string][] = [];
      for (const { name, read } of source.pages) pages.push([name, await textOf(read())]);
      result = pages;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      result = error.code;
    } finally {
      await source?.close();
    }
    const files = await left();
    if (files.length > 0) throw new Error(`Left behind: ${files.join(', ')}`);
    return result;
  }

  return { opened, outcome, left };
}

async function textOf(page: Promise<Buffer>): Promise<string> {
  try {
    return String(await page);
  } catch (error) {
    if (error instanceof SourceError && error.code === 'corrupt_entry') return error.code;
    throw error;
  }
}
