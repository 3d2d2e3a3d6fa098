const DIGITS = new Map<string, number>();
for (const [value, signs] of [
  '零〇○',
  '一壹',
  '二贰貳两兩弐',
  '三叁參参',
  '四肆',
  '五伍',
  '六陆陸',
  '七柒',
  '八捌',
  '九玖',
].entries()) {
  for (const sign of signs) DIGITS.set(sign, value);
}
const UNITS = new Map([
  ['十', 10],
  ['拾', 10],
  ['百', 100],
  ['佰', 100],
  ['千', 1000],
  ['仟', 1000],
]);
const TENS = new Map([
  ['廿', 20],
  ['卅', 30],
  ['卌', 40],
]);

/** The characters of a Chinese numeral, for use inside a character class. */
export const CHINESE_DIGITS = [...DIGITS.keys(), ...UNITS.keys(), ...TENS.keys(), '万', '萬'].join('');

/** 十二 → 12, 廿三 → 23, 一百零五 → 105, 一二三 → 123 (digit by digit); undefined if it is not a numeral. */
export function parseChineseNumber(text: string): number | undefined {
  if (text === '') return undefined;
  const signs = [...text];
  if (signs.every((sign) => DIGITS.has(sign))) return Number(signs.map((sign) => DIGITS.get(sign)).join(''));
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  for (const sign of signs) {
    const unit = UNITS.get(sign);
    const tens = TENS.get(sign);
    if (unit !== undefined) {
      section += (digit ?? 1) * unit;
      digit = undefined;
    } else if (tens !== undefined) {
      section += tens;
    } else if (sign === '万' || sign === '萬') {
      total += (section + (digit ?? 0)) * 10_000;
      section = 0;
      digit = undefined;
    } else {
      digit = DIGITS.get(sign);
      if (digit === undefined) return undefined;
    }
  }
  return total + section + (digit ?? 0);
}
