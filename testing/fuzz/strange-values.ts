import type { Random } from '../app/seeded-random.ts';
import type { Json } from './json-text.ts';

const MARKUP = '<img src=x onerror=alert(1)><script>alert(1)</script>';

const TEXTS: readonly string[] = [
  ['', ' ', '\t\r\n', '0', '-1', 'null', 'true', 'undefined', '[]', '{}', 'NaN'],
  ['\u0000', 'a\u0000b', '\u0000'.repeat(50), '\u0001\u0008\u001b[31m', '\u007f\u0085\u00a0'],
  ['\u200b', 'a\u200bb\u200d', '\u202eabc', '\u2066x\u2069', '\ufeff', '\u2800\u3164', '\u2028\u2029'],
  ['\ud800', 'a\udfffb', '\udc00\ud800', '\ufffe\uffff', '😀', '👨‍👩‍👧‍👦', 'e\u0301'.repeat(40), 'İıſK'],
  [MARKUP, "' or '1'='1", "'; drop table account.reader; --", '$1', '%', '_%', '\\', '\\x00', '$(id)', '{{7*7}}'],
  ['../../../etc/passwd', 'file:///etc/passwd', '%00', '%2e%2e%2f', 'http://127.0.0.1/', 'javascript:alert(1)'],
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'],
  ['2026-11-20T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z', '-000001-01-01', '0001-01-01'],
  ['13800138000', '1380013800０', '123456', '１２３４５６', '00000000-0000-0000-0000-000000000000', 'A'.repeat(43)],
].flat();

const NUMBERS: readonly string[] = [
  ['0', '-0', '1', '-1', '0.5', '1.5', '1e-7', '1e21', '1e308', '1e309', '-1e309', '5e-324', '0.1e1'],
  ['2147483647', '2147483648', '-2147483648', '4294967296', '9007199254740991', '9007199254740992'],
  ['9223372036854775807', '9223372036854775808', '-9223372036854775809', `1${'0'.repeat(400)}`, `0.${'9'.repeat(400)}`],
].flat();

/** Literals that make the whole body invalid JSON. */
const NO_JSON: readonly string[] = [
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '0x10',
  '01',
  "'a'",
  '1n',
  '',
  '/*c*/1',
];

const CURSORS: readonly unknown[] = [
  [[], null, {}, 5, 'x', [null], [[]], [1], [-1], [1, 1], [0.5, 1], [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
  [
    ['2026-11-20T00:00:00.000Z', 1],
    ['9998-01-01', 1],
    ['1971-01-01', -5],
    ['275760-09-13', 1],
    ['x', 'y'],
    ['\u0000', 1],
  ],
  [[1e300], [1, '2026-11-20T00:00:00.000Z'], [{ __proto__: null }, 1], [1, 2, 3, 4, 5]],
].flat();

/** Keys that must never be resolved through the prototype. */
export const POISONED_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
] as const;

export function strangeText(random: Random): string {
  const text = random.oneOf(TEXTS);
  const way = random.below(12);
  if (way === 0) return text.repeat(Math.ceil(10_000 / Math.max(1, text.length))).slice(0, 10_000);
  if (way === 1) return `${text}${random.oneOf(TEXTS)}`;
  if (way === 2) return '漫'.repeat(10_000);
  if (way === 3) return String.fromCharCode(...Array.from({ length: 20 }, () => random.below(0x10000)));
  return text;
}

/** A forged cursor. */
export function forgedCursor(random: Random): string {
  const cursor = Buffer.from(JSON.stringify(random.oneOf(CURSORS))).toString('base64url');
  return random.below(4) === 0 ? cursor.slice(0, random.below(cursor.length + 1)) : cursor;
}

/** An arbitrary value. */
export function strangeValue(random: Random): Json {
  const way = random.below(16);
  if (way < 5) return strangeText(random);
  if (way < 9) return { literal: random.oneOf(NUMBERS) };
  if (way === 9) return random.below(4) === 0 ? { literal: random.oneOf(NO_JSON) } : null;
  if (way === 10) return random.below(2) === 0;
  if (way === 11) return Array.from({ length: random.oneOf([0, 1, 13, 14, 101, 10_000]) }, () => random.below(20));
  if (way === 12) return { literal: nested(random) };
  if (way === 13) return poisoned(random);
  if (way === 14) return [strangeText(random), { literal: random.oneOf(NUMBERS) }, null];
  return forgedCursor(random);
}

/** An object that would change Object.prototype if it were merged carelessly. */
export function poisoned(random: Random): Json {
  const inner: Json = {
    fields: [
      ['polluted', true],
      ['registered', true],
      ['isAdmin', true],
    ],
  };
  const key = random.oneOf(POISONED_KEYS);
  return { fields: [[key, key === 'constructor' ? { fields: [['prototype', inner]] } : inner]] };
}

function nested(random: Random): string {
  const depth = random.oneOf([2, 14, 15, 16, 17, 200, 8_000]);
  const [open, close] = random.oneOf([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}
