import type { FileHandle } from 'node:fs/promises';
import { Deadline } from '../limits/deadline.ts';
import type { DiskPath } from '../source/disk-names.ts';
import { openInside } from '../source/open-inside.ts';
import { SourceError } from '../source/source-error.ts';
import { versionOf } from '../source/source-version.ts';
import { recognise } from './container.ts';
import { splitArchiveError } from './engine/engine-errors.ts';
import { openWithEngine } from './engine/open-with-engine.ts';
import { openPdf } from './pdf/open-pdf.ts';
import type { ArchiveFiles, SourceFiles } from './source-files.ts';
import { openTar } from './tar/open-tar.ts';
import { openZip } from './zip/open-zip.ts';

/**
 * Opens an archive inside `root`; its format is recognised by its bytes. The files are read while it is open. The caller closes
 * it.
 */
export async function openArchive(
  path: DiskPath,
  root: DiskPath,
  scratch: string,
  signal?: AbortSignal,
): Promise<SourceFiles> {
  const file = await openInside(path, root).catch((error: unknown) => {
    throw error instanceof SourceError ? error : unreadableError(error);
  });
  const deadline = new Deadline(signal);
  try {
    const opened = await openFormat(file, scratch, deadline);
    const version = async () => versionOf([{ name: Buffer.alloc(0), facts: await deadline.guard(file.stat()) }]);
    const close = async () => {
      await opened.close?.();
      await deadline.release(file);
    };
    return { ...opened, version, close };
  } catch (error) {
    await deadline.release(file);
    signal?.throwIfAborted();
    if (!(error instanceof SourceError)) throw unreadableError(error);
    // The first part of a split archive looks like an archive that ends too early.
    throw error.code === 'truncated' && /\.\d{3}$/.test(String(path)) ? splitArchiveError() : error;
  }
}

async function openFormat(file: FileHandle, scratch: string, deadline: Deadline): Promise<ArchiveFiles> {
  const container = await recognise(file, deadline);
  const { format, bytes } = container;
  if (format === 'zip') return openZip(file, container, deadline);
  if (format === 'tar') return openTar(file, bytes, deadline);
  if (format === 'pdf') return openPdf(file, scratch, deadline.signal);
  return openWithEngine(file, { ...container, format }, scratch, deadline.signal);
}

function unreadableError(cause: unknown): SourceError {
  return new SourceError('unreadable', '读不了文件，请检查它是否存在、是否有权限读取', { cause });
}
