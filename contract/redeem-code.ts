/** The digits of Crockford's base 32: without I, L, O and U, which are easily confused. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const GROUP = 4;
/** The most codes of one batch. */
export const MOST_CODES = 100_000;
/** How many random digits a code has before its check digit: 75 bits. */
export const RANDOM_DIGITS = LENGTH - 1;

/** The code with these random digits (each 0 to 31): 16 characters, the last of which is the check digit. */
export function redeemCodeOf(digits: readonly number[]): string {
  return [...digits, checkDigit(digits)].map((digit) => DIGITS[digit]).join('');
}

/** A typed or pasted code without spaces, in one spelling. */
function spelled(typed: string): string {
  return (
    typed
      // Full-width letters and digits become ordinary ones.
      .normalize('NFKC')
      .toUpperCase()
      // Chats and pages put invisible characters (Cf, DI) around a text that is copied.
      .replace(/[\s\p{Cf}\p{DI}\p{Pd}_]/gu, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1')
  );
}

/** Whether it is as long as a code, so that a wrong letter is the mistake. */
export function isAsLongAsCode(typed: string): boolean {
  return spelled(typed).length === LENGTH;
}

/** The code that someone has typed or pasted, in one spelling; null if it can't be a code. */
export function readRedeemCode(typed: string): string | null {
  const text = spelled(typed);
  const digits = [...text].map((character) => DIGITS.indexOf(character));
  if (digits.length !== LENGTH || digits.includes(-1)) return null;
  return checkDigit(digits.slice(0, -1)) === digits.at(-1) ? text : null;
}

/** In groups of four, as people read it. */
export function groupedRedeemCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-');
}

/** Luhn's check digit to base 32. It finds every wrong digit, and nearly every pair of neighbours that changed places. */
function checkDigit(digits: readonly number[]): number {
  const base = DIGITS.length;
  let sum = 0;
  for (const [place, digit] of digits.toReversed().entries()) {
    const weighted = place % 2 === 0 ? digit * 2 : digit;
    sum += Math.floor(weighted / base) + (weighted % base);
  }
  return (base - (sum % base)) % base;
}
