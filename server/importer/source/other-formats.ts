import { isArchiveName, isJunk } from './file-names.ts';

type Format = { extensions: RegExp; name: string; advice: string };

const REPACK = '请解压后重新打包成 CBZ（ZIP）再导入';

/** Unsupported formats of comics and books, by extension. */
const OTHERS: Format[] = [
  {
    extensions: /\.(?:mobi|azw\d?|kfx|prc)$/i,
    name: 'Kindle 电子书',
    advice: '不能导入，请先转换成 EPUB 或 CBZ（例如用 calibre；有 DRM 的不能转换）',
  },
  {
    extensions: /\.(?:t[gbx]z|tbz2|txz|tzst|tar\.(?:gz|bz2|xz|zst|lzma)|cb[tz]\.(?:gz|xz|bz2))$/i,
    name: '再压缩过的 tar',
    advice: `不能导入，${REPACK}`,
  },
  { extensions: /\.(?:cba|ace)$/i, name: 'ACE 压缩包', advice: `不能导入，${REPACK}` },
  { extensions: /\.(?:lzh|lha)$/i, name: 'LZH 压缩包', advice: `不能导入，${REPACK}` },
  { extensions: /\.(?:gz|bz2|xz|zst|arj|cab|sit|sitx)$/i, name: '压缩文件', advice: `不能导入，${REPACK}` },
  { extensions: /\.(?:djvu?)$/i, name: 'DjVu 文档', advice: '不能导入，请先转换成 PDF 或 CBZ' },
  {
    extensions: /\.(?:docx?|pptx?|xps|oxps|fb2|chm|umd|lit)$/i,
    name: '文档',
    advice: '不能导入，请先导出成 PDF 或图片',
  },
  { extensions: /\.cb[a-z\d]$/i, name: '漫画文件', advice: '认不得这种格式，请换成 CBZ（ZIP）再导入' },
];

/** The format of a comic or book that can't be imported, with advice; undefined for other files. */
export function otherFormatReason(name: string): string | undefined {
  if (isJunk(name) || isArchiveName(name)) return undefined;
  const format = OTHERS.find(({ extensions }) => extensions.test(name));
  const [extension = ''] = format?.extensions.exec(name) ?? [];
  return (
    format && `这是${/^\w/.test(format.name) ? ' ' : ''}${format.name}（${extension.toLowerCase()}），${format.advice}`
  );
}
