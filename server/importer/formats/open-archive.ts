import { open, realpath } from 'node:fs/promises';
import { Deadline } from '../limits/deadline.ts';
import type { DiskPath } from '../source/disk-names.ts';
import { SourceError } from '../source/source-error.ts';
import { recognise } from './container.ts';
import { splitArchiveError } from './engine/engine-errors.ts';
import { openWithEngine } from './engine/open-with-engine.ts';
import { openPdf } from './pdf/open-pdf.ts';
import type { SourceFiles } from './source-files.ts';
import { openTar } from './tar/open-tar.ts';
import { openZip } from './zip/open-zip.ts';

/** Opens an archive of the kind that its bytes have. Files are read while it is open; the caller closes it. */
export async function openArchive(path: DiskPath, scratch: string, signal?: AbortSignal): Promise<SourceFiles> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadableError(error);
  });
  const deadline = new Deadline(signal);
  try {
    const container = await recognise(file, deadline);
    const { format, bytes } = container;
    if (format === 'zip') return await openZip(file, container, deadline);
    if (format === 'tar') return await openTar(file, bytes, deadline);
    const real = typeof path === 'string' ? await realpath(path) : path;
    const opened =
      format === 'pdf'
        ? await openPdf(real, scratch, signal)
        : await openWithEngine(real, { ...container, format }, scratch, signal);
    // Their threads open the file anew for every job.
    await deadline.release(file);
    return opened;
  } catch (error) {
    await deadline.release(file);
    signal?.throwIfAborted();
    if (!(error instanceof SourceError)) throw unreadableError(error);
    // The first part of a set that was cut into pieces is, by its bytes, an archive that ends too early.
    throw error.code === 'truncated' && /\.\d{3}$/.test(String(path)) ? splitArchiveError() : error;
  }
}

function unreadableError(cause: unknown): SourceError {
  return new SourceError('unreadable', '读不了文件，请检查它是否存在、是否有权限读取', { cause });
}
