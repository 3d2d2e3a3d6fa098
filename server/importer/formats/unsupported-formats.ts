import { SourceError } from '../source/source-error.ts';

type Format = { name: string; matches(head: Buffer): boolean; advice: string };

const REPACK = '请解压后重新打包成 CBZ（ZIP）再导入';

function starts(...bytes: number[]): (head: Buffer) => boolean {
  return (head) => head.subarray(0, bytes.length).equals(Buffer.from(bytes));
}

function at(offset: number, text: string): (head: Buffer) => boolean {
  return (head) => head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));
}

function isHtml(head: Buffer): boolean {
  return /^(?:\uFEFF)?\s*<(?:!doctype\s+html|html|head|body|script)\b/i.test(head.toString('utf8'));
}

function isText(head: Buffer): boolean {
  try {
    // The last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !/[^\P{Cc}\t\n\r\f]/u.test(text);
  } catch {
    return false;
  }
}

const FORMATS: Format[] = [
  { name: 'gzip 压缩文件', matches: starts(0x1f, 0x8b), advice: REPACK },
  { name: 'XZ 压缩文件', matches: starts(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00), advice: REPACK },
  { name: 'Zstandard 压缩文件', matches: starts(0x28, 0xb5, 0x2f, 0xfd), advice: REPACK },
  { name: 'bzip2 压缩文件', matches: at(0, 'BZh'), advice: REPACK },
  { name: 'ACE 压缩包', matches: at(7, '**ACE**'), advice: REPACK },
  { name: 'LZH 压缩包', matches: at(2, '-lh'), advice: REPACK },
  { name: 'Kindle 电子书', matches: at(60, 'BOOKMOBI'), advice: '请先转换成 EPUB 或 CBZ 再导入' },
  { name: 'DjVu 文档', matches: at(0, 'AT&TFORM'), advice: '请先转换成 PDF 或 CBZ 再导入' },
  { name: 'JPEG 图片', matches: starts(0xff, 0xd8, 0xff), advice: '请把图片放进文件夹，或打包成 CBZ（ZIP）再导入' },
  { name: 'PNG 图片', matches: at(0, '\x89PNG'), advice: '请把图片放进文件夹，或打包成 CBZ（ZIP）再导入' },
  { name: 'GIF 图片', matches: at(0, 'GIF8'), advice: '请把图片放进文件夹，或打包成 CBZ（ZIP）再导入' },
  { name: 'WebP 图片', matches: at(8, 'WEBP'), advice: '请把图片放进文件夹，或打包成 CBZ（ZIP）再导入' },
  { name: '网页（HTML）', matches: isHtml, advice: '多半是下载出错，请重新下载' },
  { name: '文本文件', matches: isText, advice: '请确认文件没有弄错' },
];

/** The format of a file by its first bytes; undefined if unknown. */
export function nameFormat(head: Buffer): Format | undefined {
  return head.length === 0 ? undefined : FORMATS.find((format) => format.matches(head));
}

/** The refusal of a file that is no archive; it names the actual format. */
export function notAnArchiveError(head: Buffer): SourceError {
  if (head.length === 0) return new SourceError('unsupported_format', '文件是空的，请重新下载或打包');
  const format = nameFormat(head);
  if (format === undefined) {
    return new SourceError(
      'unsupported_format',
      '不是 CBZ、CBR、CB7、CBT 或 EPUB，也认不出是什么格式，请重新下载或打包',
    );
  }
  const { name, advice } = format;
  return new SourceError('unsupported_format', `这是${/^\w/.test(name) ? ' ' : ''}${name}，不是漫画压缩包，${advice}`);
}
