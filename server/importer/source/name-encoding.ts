export type Encoding = 'utf-8' | 'gb18030' | 'big5' | 'shift_jis' | 'euc-kr';

/** The order decides ties: archives of Chinese Windows are by far the most frequent. */
const LEGACY: Encoding[] = ['gb18030', 'big5', 'shift_jis', 'euc-kr'];

/** Characters that are typical for names of chapters, volumes and pages, by encoding. */
const TELLING: Record<string, RegExp> = {
  gb18030:
    /[第话卷册集篇章回页图番外封面特别连载彩色漫画完结单行本汉化组上中下前后序终一二三四五六七八九十的之人大小]/gu,
  big5: /[第話卷冊集篇章回頁圖番外封面特別連載彩色漫畫完結單行本漢化組上中下前後序終一二三四五六七八九十的之人大小]/gu,
  shift_jis:
    /[第話巻冊集篇章回頁図番外表紙裏特別連載彩色漫画完結単行本上中下前後序終一二三四五六七八九十の\u3041-\u3096\u30a1-\u30fc]/gu,
  // Frequent syllables. Chinese text decoded as Korean has rare syllables and Chinese characters.
  'euc-kr':
    /[가각간감갑강같개거건걸검것게겨격견결경계고곡골공과관광교구국군굴궁권귀규그극근글금급기길김까나난날남내너네녀년노녹논눈뉴느는능니다단달담당대더던데도독돌동되된두드든들등디따때또라락란람랑래량러런레려력련로록론료루류르른름리린림마만말망매맨머먼메며면멸명모목몸몽무문물미민바박반받발방배백버번벌범법벽변별병보복본볼봄봉부북분불브블비빈빛빠사산살삼상새색생서석선설섬성세센션소속손솔송쇼수숙순술숲스슬습승시식신실심십싸쌍쓰씨아악안않알암압앞애액야약양어억언얼엄업없었에엔여역연열염엽영예오옥온올와완왕외요용우운울움원월위유육윤은을음응의이인일임입있자작잔잘잠장재저적전절점정제조족존종좋좌죄주죽준줄중즈증지직진질집짜차찬참창채책처천철첫청체초촌총최추축출춤충취치친칠침카칼커컴케코콘쿠크큰클키타탄탑태터테텐토통투트특티파판팔패퍼페편평포폭표푸품풍프피필하학한할함합항해핵행향허헌험혁현혈협형혜호혹혼홀홍화확환활황회획효후훈휘흐흑희히힘]/gu,
};
/** Characters that don't occur in names in this encoding. */
const ODD_IN: Record<string, RegExp> = { 'euc-kr': /\p{Script=Han}/gu };

/**
 * The encoding of the names of one archive without a declared encoding. All names are used together, because one name is too
 * short to distinguish GBK from Big5. UTF-8 if all names are valid UTF-8.
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

/** Typical characters increase the score, odd ones decrease it. It is relative to the number of characters. */
function scoreOf(text: string, encoding: Encoding, bytes: Buffer): number {
  const characters = [...text].filter((character) => character > '\x7f');
  if (characters.length === 0) return 0;
  const telling = text.match(TELLING[encoding] ?? /$^/)?.length ?? 0;
  const everyday = everydayPairs(bytes, encoding);
  const odd =
    // Half-width kana, private characters, line drawings, rare Chinese characters, and controls other than line ends.
    text.match(/[\uff61-\uff9f\ue000-\uf8ff\u2500-\u257f\u3400-\u4dbf]|[^\P{Cc}\n]|[\u{20000}-\u{3ffff}]/gu)?.length ??
    0;
  const odder = text.match(ODD_IN[encoding] ?? /$^/)?.length ?? 0;
  return (3 * telling + everyday - 3 * (odd + odder)) / characters.length;
}

/** The ranges of each encoding's everyday characters. */
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
