import { form } from './form.ts';
import { ANY_NUMBER, CIRCLED_NUMBERS, LATIN_NUMBER } from './number-forms.ts';
import type { TokenForm } from './token.ts';

/** Many words end with 上. It is a part only as a separate word or after the number. */
const piece = (signs: string) =>
  `(?:(?:(?<!\\p{L})|(?<=[话話回集章节節化]))[${signs}](?:\\s*[集部篇编編话話])?|[${signs}]\\s*[卷册冊巻])(?!\\p{L})`;
const half = (signs: string) => `[${signs}]\\s*[篇编編半](?!\\p{L})`;
/** After the number and its counting word. */
const BEHIND = '(?<=[\\d话話回集章节節化][\\s-]{0,2})';

/** The halves keep the places that readers know: 12, 12.3 and 12.5. */
const HALVES = { first: 0, middle: 3, last: 5 } as const;

const halfForm = (signs: string, pattern: string, value: number) =>
  form('part', signs, pattern, { value, isHalf: true });

export const PART_FORMS: readonly TokenForm[] = [
  form('part', 'pt', `(?:part|pt|teil|partie|parte)[\\s.#-]*(?<no>${LATIN_NUMBER})(?!\\d)`),
  halfForm('上', piece('上'), HALVES.first),
  halfForm('中', piece('中'), HALVES.middle),
  halfForm('下', piece('下'), HALVES.last),
  halfForm('前', half('前'), HALVES.first),
  halfForm('中', half('中'), HALVES.middle),
  halfForm('后後', half('后後'), HALVES.last),
  ...CIRCLED_NUMBERS.map((sign, index) => form('part', sign, sign, { value: index + 1 })),
  form('part', '其そ', `(?:其之?|その|其の)\\s*(?<no>${ANY_NUMBER})(?![\\p{L}])`),
  halfForm('상전', '(?<!\\p{L})(?:상|전편)[권편부]?(?!\\p{L})', HALVES.first),
  halfForm('중', '(?<!\\p{L})중[권편부]?(?!\\p{L})', HALVES.middle),
  halfForm('하후', '(?<!\\p{L})(?:하|후편)[권편부]?(?!\\p{L})', HALVES.last),
  // 第12话A, 第12话 II, 第12话 p2
  ...[...'abcd'].map((letter, index) =>
    form('part', letter, `(?<=[话話回集章])${letter}(?![\\p{L}\\d])`, { value: index + 1 }),
  ),
  form('part', 'iv', `(?<=[话話回集章]\\s?)(?<no>i{1,3}|iv)(?![\\p{L}\\d])`),
  form('part', 'p', `${BEHIND}p\\.?(?<no>\\d{1,2})(?![\\p{L}\\d])`),
  // 第12话-1
  form('part', '\\s\\-', '(?<=[话話回集章节節화])\\s?-\\s?(?<no>\\d{1,2})(?![\\p{L}\\d.])'),
];
