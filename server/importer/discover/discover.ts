import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { userName } from '../../core/text/user-name.ts';
import { foldersAbove } from '../naming/folder-kinds.ts';
import { realFolder } from '../source/open-inside.ts';
import { otherFormatReason } from '../source/other-formats.ts';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { codeOf, type SourceErrorCode } from '../source/source-error.ts';
import { nameSources } from './name-sources.ts';
import { sidecarFilesAbove } from './sidecar-files.ts';
import { missed, type WalkedFolder, walk } from './walk.ts';

/**
 * Finds the chapters below the paths that the operator typed, in natural order: archives, and folders with pictures. Each has the
 * data that its name and its siblings' names contain. A path that can't be read is yielded as missed, and the search continues.
 * If one typed folder is inside another, it is searched once.
 */
export async function* discover(paths: string[], stop?: AbortSignal): AsyncIterable<FoundSource | MissedSource> {
  const typed = await Promise.all(paths.map(look));
  const folders = new Set(typed.flatMap(({ kind, real }) => (kind === 'folder' ? real : [])));
  const files = await nameTypedFiles(typed);
  const done = new Set<string>();
  for (const { path, real, kind } of typed) {
    if (stop?.aborted) return;
    if (kind !== 'folder') {
      yield files.get(path) ??
        (kind === 'file' ? missed(path, '读不了，请检查权限') : missed(path, kind.reason, kind.code));
      continue;
    }
    if (done.has(real)) continue;
    done.add(real);
    const root = await realFolder(path).catch(codeOf);
    if (typeof root === 'string') {
      const { reason, code } = whyMissed(root);
      yield missed(path, reason, code);
      continue;
    }
    const above = foldersAbove(resolve(path));
    const others = new Set([...folders].filter((folder) => folder !== real));
    const walked = await walk(path, above, 0, await sidecarFilesAbove(resolve(path)), {
      others,
      stop,
      root,
    });
    nameSources(walked, above);
    yield* sourcesIn(walked);
  }
}

function* sourcesIn(folder: WalkedFolder): Iterable<FoundSource | MissedSource> {
  if (folder.own !== undefined) yield folder.own;
  for (const item of folder.items) {
    if ('items' in item) yield* sourcesIn(item);
    else yield item;
  }
}

/** A path as it was typed. `real` is without links. */
type Typed = { path: string; real: string; kind: 'file' | 'folder' | Reason };
type Reason = { reason: string; code?: SourceErrorCode };

async function look(path: string): Promise<Typed> {
  const found = await stat(path).catch(codeOf);
  const real = await realpath(path).catch(() => resolve(path));
  if (typeof found === 'string') return { path, real, kind: whyMissed(found) };
  if (found.isDirectory()) return { path, real, kind: 'folder' };
  const other = found.isFile() ? otherFormatReason(basename(path)) : '不是文件也不是文件夹';
  const kind =
    other === undefined
      ? 'file'
      : ({ reason: other, code: found.isFile() ? 'unsupported_format' : 'unreadable' } as const);
  return { path, real, kind };
}

function whyMissed(code: string): Reason {
  if (code === 'EACCES') return { reason: `用户 ${userName()} 进不了它所在的文件夹，请检查权限` };
  return { reason: '找不到，请检查路径', code: 'not_found' };
}

/** Files that were typed themselves. Files of one folder are read together. */
async function nameTypedFiles(typed: readonly Typed[]): Promise<Map<string, FoundSource>> {
  const found = new Map<string, FoundSource>();
  const folders = new Map<string, WalkedFolder>();
  for (const { path, real, kind } of typed) {
    if (kind !== 'file' || found.has(path)) continue;
    const absolute = resolve(path);
    const folder = dirname(absolute);
    const sidecarFiles = await sidecarFilesAbove(absolute);
    const source: FoundSource = {
      kind: 'archive',
      path,
      // The typed path may be a link. Its target must not be replaced by a link later.
      onDisk: real,
      root: await realFolder(dirname(real)),
      parents: foldersAbove(absolute),
      sidecarFiles,
    };
    found.set(path, source);
    const walked = folders.get(folder) ?? { name: basename(folder), items: [] };
    walked.items.push(source);
    folders.set(folder, walked);
  }
  for (const [path, folder] of folders) nameSources(folder, foldersAbove(path));
  return found;
}
