import { posix } from 'node:path';
import { MAX_COMIC_INFO_BYTES, MAX_ENTRIES } from '../../limits/limits.ts';
import { isPictureName } from '../../source/file-names.ts';
import { SourceError } from '../../source/source-error.ts';
import { UnsafeXml } from '../../text/hardened-xml.ts';
import { decodeXml, decodeXmlReferences } from '../../text/xml-text.ts';
import type { SourceFile } from '../source-files.ts';
import { type EpubInfo, readEpubInfo } from './epub-info.ts';

/** What makes a zip an EPUB: says where the book's own directory is. */
export const ARCHIVE_INFO = 'META-INF/container.xml';
const DOCUMENT = /\.(?:xhtml|html?|xml|svg)$/i;
/** A page of pictures says a caption at most; this much is a book to be read. */
const MAX_WORDS = 400;
/** Characters of all pages of a book together; those of pictures take a thousand or two each. */
const MAX_TEXT = 32 * 1024 * 1024;

/** Whether a file of an EPUB is needed to know the order of its pages. */
export function isBookFile(path: string): boolean {
  return path === ARCHIVE_INFO || /\.opf$/i.test(path) || DOCUMENT.test(path);
}

type Book = { order?: string[]; info?: EpubInfo; warnings: string[] };

/**
 * The pictures of an EPUB in the order of its spine, and its metadata. A book whose pages are text is refused; for one
 * whose directory can't be parsed there is a warning, and its pictures are read in the order of their names.
 */
export async function readBook(files: readonly SourceFile[]): Promise<Book> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  try {
    const [rootfile] = elements(await textOf(byPath, ARCHIVE_INFO), 'rootfile');
    const opfPath = resolveReference('', rootfile?.['full-path']);
    const opf = await bytesOf(byPath, opfPath);
    const order = await spineOrder(byPath, opfPath, opf);
    return { order, ...readInfo(opf) };
  } catch (error) {
    if (error instanceof SourceError && error.code === 'unsupported_format') throw error;
    return { warnings: ['这是 EPUB 电子书，但读不懂它的页序，只取了其中的图片，按名称排序'] };
  }
}

function readInfo(opf: Buffer): Book {
  try {
    return { info: readEpubInfo(opf), warnings: [] };
  } catch (error) {
    if (!(error instanceof UnsafeXml)) throw error;
    return { warnings: [`没有采用 EPUB 里的书名等资料：${error.message}`] };
  }
}

async function spineOrder(files: Map<string, SourceFile>, opfPath: string, bytes: Buffer): Promise<string[]> {
  const opf = withoutComments(decodeXml(bytes));
  const items = new Map(elements(opf, 'item').map((item) => [item.id, item.href]));
  const order: string[] = [];
  const seen = new Set<string>();
  let [pages, words, length] = [0, 0, 0];
  const paths = elements(opf, 'itemref').map(({ idref }) => resolveReference(opfPath, items.get(idref)));
  // A page that is named again shows nothing new.
  for (const path of [...new Set(paths)].slice(0, MAX_ENTRIES)) {
    const text = isPictureName(path) ? undefined : await textOf(files, path);
    length += text?.length ?? 0;
    if (length > MAX_TEXT) throw textBookError();
    words += text === undefined ? 0 : wordsOf(text);
    pages++;
    for (const picture of text === undefined ? [path] : picturesIn(text, path)) {
      if (!files.has(picture) || seen.has(picture)) continue;
      seen.add(picture);
      order.push(picture);
    }
  }
  if (order.length < pages / 2 && words > MAX_WORDS * order.length) throw textBookError();
  if (order.length === 0) throw new Error('The spine names no picture');
  return order;
}

function textBookError(): SourceError {
  return new SourceError('unsupported_format', '这是文字为主的 EPUB 电子书，只能导入每页都是图片的 EPUB');
}

function picturesIn(text: string, path: string): string[] {
  const named = [...elements(text, 'img'), ...elements(text, 'image')];
  return named.flatMap((element) => {
    const target = element.src ?? element.href;
    return target === undefined || /^[a-z]+:/i.test(target) ? [] : [resolveReference(path, target)];
  });
}

function wordsOf(text: string): number {
  const body = text.slice(Math.max(0, text.search(/<body\b/i)));
  return body.replace(/<[^<>]*>/g, '').replace(/\s+/g, '').length;
}

async function textOf(files: Map<string, SourceFile>, path: string): Promise<string> {
  return withoutComments(decodeXml(await bytesOf(files, path)));
}

async function bytesOf(files: Map<string, SourceFile>, path: string): Promise<Buffer> {
  const file = files.get(path);
  if (file === undefined || file.bytes > MAX_COMIC_INFO_BYTES) throw new Error(`No readable ${path}`);
  return file.read();
}

/** Written as a loop: as a pattern it would take the square of the length where comments are never closed. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const open = text.indexOf('<!--', at);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    if (close < 0) return [...parts, text.slice(at)].join('');
    parts.push(text.slice(at, open));
    at = close + 3;
  }
}

/** Where a reference leads, seen from the file that has it; never above the archive's root, for then nothing is found. */
function resolveReference(from: string, reference: string | undefined): string {
  const [path = ''] = (reference ?? '').split(/[?#]/);
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // Some programs write a bare percent sign.
  }
  return posix.join(posix.dirname(from), plain).normalize('NFC');
}

type Attributes = Record<string, string>;

/** The attributes of every element of that name, in the order of the text. No entity, document type or address is followed. */
function elements(text: string, name: string): Attributes[] {
  const opening = new RegExp(`<(?:[\\w-]+:)?${name}\\b([^<>]{0,4096})>`, 'gi');
  return [...text.matchAll(opening)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
        ([, key = '', double, single]) => [
          key.replace(/^.*:/, '').toLowerCase(),
          decodeXmlReferences(double ?? single ?? ''),
        ],
      ),
    ),
  );
}
