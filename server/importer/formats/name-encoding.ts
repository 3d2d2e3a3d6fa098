export type Encoding = 'utf-8' | 'gb18030' | 'big5' | 'shift_jis' | 'euc-kr';

/** In the order in which a tie is decided: the archives of Chinese Windows are by far the most. */
const LEGACY: Encoding[] = ['gb18030', 'big5', 'shift_jis', 'euc-kr'];

/** Characters that names of chapters, volumes and pages are made of; each set is written in one of the encodings. */
const TELLING: Record<string, RegExp> = {
  gb18030:
    /[第话卷册集篇章回页图番外封面特别连载彩色漫画完结单行本汉化组上中下前后序终一二三四五六七八九十的之人大小]/gu,
  big5: /[第話卷冊集篇章回頁圖番外封面特別連載彩色漫畫完結單行本漢化組上中下前後序終一二三四五六七八九十的之人大小]/gu,
  shift_jis:
    /[第話巻冊集篇章回頁図番外表紙裏特別連載彩色漫画完結単行本上中下前後序終一二三四五六七八九十の\u3041-\u3096\u30a1-\u30fc]/gu,
  'euc-kr': /[화권편장표지외전특별완결단행본\uac00-\ud7a3]/gu,
};

/**
 * Which encoding the names of one archive are in that don't say so themselves, decided over all of them together: one
 * name alone is too short to tell GBK from Big5. All valid as UTF-8 means UTF-8.
 */
export function encodingOfNames(names: readonly Buffer[]): Encoding {
  const foreign = names.filter((name) => name.some((byte) => byte > 0x7f));
  if (foreign.every((name) => decoded(name, 'utf-8') !== undefined)) return 'utf-8';
  const text = Buffer.concat(foreign.flatMap((name) => [name, Buffer.from('\n')]));
  let best: { encoding: Encoding; score: number } = { encoding: 'gb18030', score: Number.NEGATIVE_INFINITY };
  for (const encoding of LEGACY) {
    const names = decoded(text, encoding);
    const score = names === undefined ? Number.NEGATIVE_INFINITY : scoreOf(names, encoding, text);
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

export function decodeName(name: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(name);
}

function decoded(bytes: Buffer, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What reads like names scores, what nobody writes in a name costs; a share of the characters, so lengths don't count. */
function scoreOf(text: string, encoding: Encoding, bytes: Buffer): number {
  const characters = [...text].filter((character) => character > '\x7f');
  if (characters.length === 0) return 0;
  const telling = text.match(TELLING[encoding] ?? /$^/)?.length ?? 0;
  const everyday = everydayPairs(bytes, encoding);
  const odd =
    text.match(/[\uff61-\uff9f\ue000-\uf8ff\u2500-\u257f\u3400-\u4dbf]|[^\P{Cc}\n]|[\u{20000}-\u{3ffff}]/gu)?.length ??
    0;
  return (3 * telling + everyday - 3 * odd) / characters.length;
}

/** Lead bytes of the rows where each encoding keeps its everyday characters. */
const EVERYDAY: Record<string, [number, number, number]> = {
  // First and last lead byte, lowest second byte.
  gb18030: [0xb0, 0xd7, 0xa1],
  big5: [0xa4, 0xc6, 0x40],
  shift_jis: [0x88, 0x97, 0x40],
  'euc-kr': [0xb0, 0xc8, 0xa1],
};

function everydayPairs(bytes: Buffer, encoding: Encoding): number {
  const [from, to, second] = EVERYDAY[encoding] ?? [0, 0, 0];
  let found = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x81) continue;
    if (lead >= from && lead <= to && (bytes[at + 1] ?? 0) >= second) found++;
    at++;
  }
  return found;
}
