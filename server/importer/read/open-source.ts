import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openArchive } from '../formats/open-archive.ts';
import { openFolder } from '../formats/open-folder.ts';
import type { SourceFile, SourceFiles } from '../formats/source-files.ts';
import { MAX_COMIC_INFO_BYTES } from '../limits/limits.ts';
import { readName } from '../naming/naming.ts';
import { type ComicInfo, readComicInfo } from '../sidecar/comic-info.ts';
import { bareName } from '../source/bare-name.ts';
import { isComicInfoName, isPictureName, shownName } from '../source/file-names.ts';
import { compareNatural } from '../source/natural-order.ts';
import type { FoundSource, OpenedSource } from '../source/source.ts';
import { SourceError } from '../source/source-error.ts';
import { mergeMetadata, withBookTitle } from './merge-metadata.ts';
import { inPageOrder } from './page-order.ts';

/**
 * Opens a source with its pages in reading order and its metadata. The caller closes it. Pages that can only be unpacked
 * together are kept below `scratch` until then.
 */
export async function openSource(
  found: FoundSource,
  scratch = join(tmpdir(), 'manyu-import'),
  signal?: AbortSignal,
): Promise<OpenedSource> {
  const source =
    found.kind === 'folder'
      ? await openFolder(found.onDisk ?? found.path, found.root, signal)
      : await openArchive(found.onDisk ?? found.path, found.root, scratch, signal);
  try {
    const pages = inReadingOrder(source).map(({ path, bytes, read }) => ({ name: path, bytes, read }));
    if (pages.length === 0) throw new SourceError('no_pages', '里面没有图片，请确认文件没有弄错');
    const comicInfo = await readOwnComicInfo(source);
    const named = withBookTitle(found.names ?? readName(bareName(found), found.parents), source.info);
    const warnings = [...foreignName(found), ...source.warnings, ...comicInfo.warnings];
    return {
      metadata: mergeMetadata(comicInfo.info ?? source.info, named, pages.length, found.seriesInfo),
      pages,
      warnings,
      ...(source.unpacking && { unpacking: source.unpacking }),
      version: source.version,
      close: source.close,
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

function inReadingOrder({ files, order, warnings }: SourceFiles): SourceFile[] {
  const pictures = files.filter(({ path }) => isPictureName(path));
  if (order === undefined) return inPageOrder(pictures);
  const byPath = new Map(pictures.map((file) => [file.path, file]));
  const pages = order.flatMap((path) => byPath.get(path) ?? []);
  const left = pictures.length - new Set(pages).size;
  if (left > 0) warnings.push(`按 EPUB 的页序取了 ${pictures.length - left} 张图片，另有 ${left} 张不在其中，没有采用`);
  return pages;
}

function foreignName({ onDisk, path, parents }: FoundSource): string[] {
  if (!Buffer.isBuffer(onDisk)) return [];
  const name = shownName([...parents.slice(-1), basename(path)].join('/'));
  return [`名称不是 UTF-8（多半是 GBK 或 Shift-JIS），读作「${name}」；读错了请在文件管理器里改名`];
}

type ReadInfo = { info: ComicInfo | undefined; warnings: string[] };

/** The ComicInfo nearest to the root. An invalid one causes a warning, and the names are used instead. */
async function readOwnComicInfo(source: SourceFiles): Promise<ReadInfo> {
  const depth = (path: string) => path.split('/').length;
  const [file] = source.files
    .filter(({ path }) => isComicInfoName(path))
    .sort((a, b) => depth(a.path) - depth(b.path) || compareNatural(a.path, b.path));
  if (file === undefined) return { info: undefined, warnings: [] };
  if (file.bytes > MAX_COMIC_INFO_BYTES) return ignored('太大');
  try {
    return readComicInfo(await file.read());
  } catch (error) {
    if (error instanceof SourceError) return ignored(error.message);
    throw error;
  }
}

function ignored(why: string): ReadInfo {
  return { info: undefined, warnings: [`没有采用 ComicInfo.xml：${why}`] };
}
