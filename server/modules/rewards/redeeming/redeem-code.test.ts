import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedRedeemCode, RANDOM_DIGITS, readRedeemCode, redeemCodeOf } from '#contract/redeem-code';

const DIGITS = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: RANDOM_DIGITS, maxLength: RANDOM_DIGITS });
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = redeemCodeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);

test('a code has 16 characters, of which the last is a check digit', () => {
  expect(CODE).toBe('0123456789ABCDEZ');
  expect(groupedRedeemCode(CODE)).toBe('0123-4567-89AB-CDEZ');
});

test.each([
  ['as it is printed', '0123-4567-89AB-CDEZ'],
  ['without groups', '0123456789ABCDEZ'],
  ['in lower case, with spaces', ' 0123 4567 89ab cdez\n'],
  ['in full width', '０１２３－４５６７－８９ＡＢ－ｃｄｅｚ'],
  ['with an ideographic space', '0123　4567　89AB　CDEZ'],
  ['with other dashes', '0123–4567—89AB−CDEZ'.replace('−', '‐')],
  ['with invisible characters around it and in it', '\u2068\ufeff0123\u200b-4567-89AB\u200d-CDEZ\u2069'],
  ['with characters that are drawn as nothing', '\u31640123-4567\ufe0f-89AB\u034f-CDEZ'],
  ['with O for 0, and I and l for 1', 'OI23-4567-89AB-CDEZ'],
  ['with o and l', 'ol23456789abcdez'],
])('a code is read %s', (_how, typed) => {
  expect(readRedeemCode(typed)).toBe(CODE);
});

test.each([
  ['is empty', ''],
  ['is too short', '0123-4567-89AB-CDE'],
  ['is too long', '0123-4567-89AB-CDEZ0'],
  ['has a letter that codes never have', 'U123-4567-89AB-CDEZ'],
  ['has Chinese characters', '兑换码一二三四五六七八九十一二三'],
  ['has an emoji', '😀123456789ABCDE'],
])('nothing is read from a text that %s', (_what, typed) => {
  expect(readRedeemCode(typed)).toBeNull();
});

test('any single wrong digit is found', () => {
  fc.assert(
    fc.property(DIGITS, fc.nat(15), fc.integer({ min: 1, max: 31 }), (digits, at, by) => {
      const code = redeemCodeOf(digits);
      expect(readRedeemCode(groupedRedeemCode(code).toLowerCase())).toBe(code);
      const wrong = ALPHABET[(ALPHABET.indexOf(code[at] ?? '') + by) % 32] ?? '';
      expect(readRedeemCode(code.slice(0, at) + wrong + code.slice(at + 1))).toBeNull();
    }),
    { numRuns: 200 },
  );
});
