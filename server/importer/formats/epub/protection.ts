import { SourceError } from '../../source/source-error.ts';
import type { SourceFile } from '../source-files.ts';
import { type BookFiles, readText } from './book-files.ts';
import { tagsOf } from './markup.ts';

export const PROTECTION_FILES = [
  'META-INF/encryption.xml',
  'META-INF/rights.xml',
  'META-INF/sinf.xml',
  'META-INF/license.lcpl',
];
/** Methods that encrypt fonts only. The pages can be read. */
const FONTS = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/** Refuses a book with DRM: Adobe, Apple, Readium LCP, and others that declare it in the same way. */
export async function refuseProtection(files: BookFiles): Promise<void> {
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
