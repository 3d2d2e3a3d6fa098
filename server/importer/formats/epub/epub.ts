import { MAX_ENTRIES } from '../../limits/limits.ts';
import { SourceError } from '../../source/source-error.ts';
import { UnsafeXml } from '../../text/hardened-xml.ts';
import { decodeXml } from '../../text/xml-text.ts';
import { tooManyEntriesError } from '../select-entries.ts';
import type { SourceFile } from '../source-files.ts';
import { type BookFiles, bookFiles, isPicture, readSmall, readText } from './book-files.ts';
import { type EpubInfo, readEpubInfo } from './epub-info.ts';
import { type Attributes, tagsOf } from './markup.ts';
import { readPageDocument } from './page-document.ts';

/** The file that makes a zip an EPUB. It names the package document. */
export const ARCHIVE_INFO = 'META-INF/container.xml';
const DOCUMENT = /\.(?:xhtml|html?|xml|svg|css)$/i;
/** Characters on a page. A page with a picture has a caption at most; more is a text book. */
const MAX_CHARACTERS = 400;
/** Total size of the documents of a book. A document that shows one picture takes 1 to 2 kB. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Whether a file of an EPUB is needed to find the order of its pages. */
export function isBookFile(path: string): boolean {
  return path === ARCHIVE_INFO || PROTECTION_FILES.includes(path) || /\.opf$/i.test(path) || DOCUMENT.test(path);
}

type Book = { order?: string[]; info?: EpubInfo; warnings: string[] };

/**
 * The pictures of an EPUB in the order of its spine, and its metadata. A book whose pages are text or encrypted is refused;
 * for one whose directory can't be parsed there is a warning, and its pictures are read in the order of their names.
 */
export async function readBook(sourceFiles: readonly SourceFile[]): Promise<Book> {
  const files = bookFiles(sourceFiles);
  await refuseProtection(files);
  try {
    const container = tagsOf(await readText(files.find(ARCHIVE_INFO)));
    const rootfile = container.find(({ name }) => name === 'rootfile')?.attributes['full-path'];
    const opf = files.resolve('', rootfile ?? '');
    const bytes = await readSmall(opf);
    const { order, cover } = await readOrder(files, opf?.path ?? '', decodeXml(bytes));
    const { info, warnings } = readInfo(bytes);
    return {
      order,
      info: info && { ...info, coverPage: cover === undefined ? undefined : order.indexOf(cover) },
      warnings,
    };
  } catch (error) {
    if (error instanceof SourceError && ['unsupported_format', 'bomb_entries'].includes(error.code)) throw error;
    return { warnings: ['这是 EPUB 电子书，但读不懂它的页序，只取了其中的图片，按名称排序'] };
  }
}

function readInfo(opf: Buffer): { info?: EpubInfo; warnings: string[] } {
  try {
    return { info: readEpubInfo(opf), warnings: [] };
  } catch (error) {
    if (!(error instanceof UnsafeXml)) throw error;
    return { warnings: [`没有采用 EPUB 里的书名等资料：${error.message}`] };
  }
}

/** The pages in their order, and the cover. The cover is the first page if no page shows it. */
async function readOrder(
  files: BookFiles,
  opfPath: string,
  opf: string,
): Promise<{ order: string[]; cover: string | undefined }> {
  const tags = tagsOf(opf);
  const named = (name: string) => tags.filter((tag) => tag.name === name).map(({ attributes }) => attributes);
  const items = named('item');
  const hrefs = new Map(items.flatMap(({ id = '', href }) => [[id.toLowerCase(), href]] as const));
  const references = named('itemref').map(({ idref = '' }) => hrefs.get(idref.toLowerCase()));
  const spine = references.flatMap((href) => (href === undefined ? [] : (files.resolve(opfPath, href) ?? [])));
  const pictures = await picturesOf(files, spine);
  const cover = coverOf(items, named('meta'), (href) => files.resolve(opfPath, href))?.path;
  const order = cover === undefined || pictures.includes(cover) ? pictures : [cover, ...pictures];
  if (pictures.length === 0) throw new Error('The spine names no picture');
  return { order, cover };
}

/** Each file of the spine is read once. A picture that several files show is a page in each of them. */
async function picturesOf(files: BookFiles, spine: readonly SourceFile[]): Promise<string[]> {
  const order: string[] = [];
  const pages = [...new Set(spine)].slice(0, MAX_ENTRIES);
  const documents = pages.filter((file) => !isPicture(file));
  if (documents.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_DOCUMENT_BYTES) throw textBookError();
  let characters = 0;
  for (const file of pages) {
    const page = isPicture(file)
      ? { pictures: [file], characters: 0 }
      : await readPageDocument(files, file).catch(() => ({ pictures: [], characters: 0 }));
    characters += page.characters;
    for (const { path } of page.pictures) if (order.at(-1) !== path) order.push(path);
    if (order.length > MAX_ENTRIES) throw tooManyEntriesError();
  }
  if (order.length < pages.length / 2 && characters > MAX_CHARACTERS * order.length) throw textBookError();
  return order;
}

function coverOf(
  items: readonly Attributes[],
  metas: readonly Attributes[],
  resolve: (href: string) => SourceFile | undefined,
): SourceFile | undefined {
  const id = metas.find(({ name }) => name?.toLowerCase() === 'cover')?.content?.toLowerCase();
  const chosen =
    items.find(({ properties = '' }) => properties.split(/\s+/).includes('cover-image')) ??
    items.find((item) => id !== undefined && item.id?.toLowerCase() === id);
  const file = chosen?.href === undefined ? undefined : resolve(chosen.href);
  return isPicture(file) ? file : undefined;
}

function textBookError(): SourceError {
  return new SourceError('unsupported_format', '这是文字为主的 EPUB 电子书，只能导入每页都是图片的 EPUB');
}

const PROTECTION_FILES = [
  'META-INF/encryption.xml',
  'META-INF/rights.xml',
  'META-INF/sinf.xml',
  'META-INF/license.lcpl',
];
/** Methods that encrypt fonts only. The pages can be read. */
const FONTS = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/** Refuses a book with DRM: Adobe, Apple, Readium LCP, and others that declare it in the same way. */
async function refuseProtection(files: BookFiles): Promise<void> {
  const [encryption, ...licences] = PROTECTION_FILES.map(files.find);
  const isLicensed = licences.some((file) => file !== undefined);
  if (encryption === undefined ? !isLicensed : !(await hidesPages(encryption))) return;
  throw new SourceError('encrypted', '这本 EPUB 有版权保护（DRM），里面的图片加了密，不能导入；请换没有保护的文件');
}

async function hidesPages(encryption: SourceFile): Promise<boolean> {
  const text = await readText(encryption).catch(() => '');
  const methods = tagsOf(text).filter(({ name }) => name === 'encryptionmethod');
  return methods.some(({ attributes }) => !FONTS.includes(attributes.algorithm ?? ''));
}
