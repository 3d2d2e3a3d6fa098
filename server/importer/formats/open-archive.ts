import { open, realpath } from 'node:fs/promises';
import { Deadline } from '../limits/deadline.ts';
import { Unfit } from '../source/source.ts';
import { recognise } from './container.ts';
import { splitArchive } from './engine/engine-errors.ts';
import { openWithEngine } from './engine/open-with-engine.ts';
import type { Files } from './source-files.ts';
import { openTar } from './tar/open-tar.ts';
import { openZip } from './zip/open-zip.ts';

/** Looks into an archive of whatever kind its bytes say. The files are read while it is open; the caller closes it. */
export async function openArchive(path: string, scratch: string, signal?: AbortSignal): Promise<Files> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(error);
  });
  const deadline = new Deadline(signal);
  try {
    const container = await recognise(file, deadline);
    const { format, bytes } = container;
    if (format === 'zip') return await openZip(file, container, deadline);
    if (format === 'tar') return await openTar(file, bytes, deadline);
    const opened = await openWithEngine(await realpath(path), { ...container, format }, scratch, signal);
    // The engine opens the file anew whenever it is asked.
    await deadline.release(file);
    return opened;
  } catch (error) {
    await deadline.release(file);
    signal?.throwIfAborted();
    if (!(error instanceof Unfit)) throw unreadable(error);
    // The first part of a set that was cut into pieces is, by its bytes, an archive that ends too early.
    throw error.code === 'truncated' && /\.\d{3}$/.test(path) ? splitArchive() : error;
  }
}

function unreadable(cause: unknown): Unfit {
  return new Unfit('unreadable', '读不了文件，请检查它是否存在、是否有权限读取', { cause });
}
