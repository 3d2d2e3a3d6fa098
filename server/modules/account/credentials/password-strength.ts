import { LEAKED_WORDS } from './leaked-words.ts';

const SHORTEST = 8;
const LONGEST = 20;

/** Keyboard rows and character sequences, in both directions. */
const RUNS = [
  '01234567890123456789',
  '!@#$%^&*()_+',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'qweasdzxc',
  '147258369',
  '159357',
].flatMap((run) => [run, [...run].reverse().join('')]);

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** 20261130, 261130 or 30112026. */
const DATE = /^(19|20)?\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$|^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/;
const MAINLAND_PHONE = /^1[3-9]\d{9}$/;

/** Whether a password is long enough and not easily guessed: no leaked password, keyboard sequence, date, or name of the reader. */
export function isGoodPassword(password: string, own: readonly (string | null)[]): boolean {
  const { length } = [...password];
  return length >= SHORTEST && length <= LONGEST && !isEasilyGuessed(password, own);
}

/** Whether a password is a leaked one, a keyboard sequence, a date, or little more than a name of its owner. */
export function isEasilyGuessed(password: string, own: readonly (string | null)[]): boolean {
  const plain = password.toLowerCase();
  if (isFewSigns(plain) || DATE.test(plain) || MAINLAND_PHONE.test(plain)) return true;
  if (isOfRuns(plain)) return true;
  const names = ['manyu', '漫屿', ...own.flatMap((name) => (name ? [name.toLowerCase()] : []))];
  const isAround = (name: string) => plain.includes(name) && [...plain].length - [...name].length < SHORTEST;
  return names.some(isAround) || isLeakedWord(plain);
}

/** A short part repeated, or very few different characters. */
function isFewSigns(text: string): boolean {
  return new Set(text).size < 4 || /^(.{1,5})\1+.{0,2}$/su.test(text);
}

/** Consists of sequences only: `12345678`, `qwer1234`, `asdf!`. */
function isOfRuns(text: string): boolean {
  let rest = text.replace(/[^\p{L}\p{N}]+/gu, '') || text;
  let pieces = 0;
  while (rest !== '') {
    let length = rest.length;
    while (length > 2 && !RUNS.some((run) => run.includes(rest.slice(0, length)))) length--;
    if (length <= 2) return pieces > 0 && rest.length <= 2;
    rest = rest.slice(length);
    pieces++;
  }
  return true;
}

/** A leaked word with the usual decoration: `Password123!`, `woaini1314`, `p@ssw0rd`. */
function isLeakedWord(text: string): boolean {
  const stripped = (given: string) => given.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const read = (given: string) => [...given].map((sign) => LOOKALIKES[sign] ?? sign).join('');
  return [stripped(text), stripped(read(stripped(text))), stripped(read(text)), text].some((word) => {
    if (LEAKED_WORDS.has(word)) return true;
    // Two such words, or one twice: `iloveyoubaby`.
    return [...word].some((_, at) => LEAKED_WORDS.has(word.slice(0, at)) && LEAKED_WORDS.has(word.slice(at)));
  });
}
