import { LEAKED_WORDS } from './leaked-words.ts';

const SHORTEST = 8;
const LONGEST = 20;

/** Keyboard rows and character sequences, in both directions. */
const SEQUENCES = [
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
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);

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

/** `names`: the names of the account, which the password must not consist of. */
export function isGoodPassword(password: string, names: readonly (string | null)[]): boolean {
  const { length } = [...password];
  return length >= SHORTEST && length <= LONGEST && !isEasilyGuessed(password, names);
}

/** Whether a password is a leaked one, a keyboard sequence, a date, or little more than a name of its owner. */
export function isEasilyGuessed(password: string, names: readonly (string | null)[]): boolean {
  const plain = password.toLowerCase();
  if (hasFewCharacters(plain) || DATE.test(plain) || MAINLAND_PHONE.test(plain)) return true;
  if (isSequences(plain)) return true;
  const ownNames = ['manyu', '漫屿', ...names.flatMap((name) => (name ? [name.toLowerCase()] : []))];
  const isMostOf = (name: string) => plain.includes(name) && [...plain].length - [...name].length < SHORTEST;
  return ownNames.some(isMostOf) || isLeakedWord(plain);
}

/** A short part repeated, or very few different characters. */
function hasFewCharacters(text: string): boolean {
  return new Set(text).size < 4 || /^(.{1,5})\1+.{0,2}$/su.test(text);
}

/** Consists of sequences only: `12345678`, `qwer1234`, `asdf!`. */
function isSequences(text: string): boolean {
  let rest = text.replace(/[^\p{L}\p{N}]+/gu, '') || text;
  let pieces = 0;
  while (rest !== '') {
    let length = rest.length;
    while (length > 2 && !SEQUENCES.some((sequence) => sequence.includes(rest.slice(0, length)))) length--;
    if (length <= 2) return pieces > 0 && rest.length <= 2;
    rest = rest.slice(length);
    pieces++;
  }
  return true;
}

/** A leaked word with the usual decoration: `Password123!`, `woaini1314`, `p@ssw0rd`. */
function isLeakedWord(text: string): boolean {
  const stripped = (given: string) => given.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const read = (given: string) => [...given].map((letter) => LOOKALIKES[letter] ?? letter).join('');
  return [stripped(text), stripped(read(stripped(text))), stripped(read(text)), text].some((word) => {
    if (LEAKED_WORDS.has(word)) return true;
    // Two such words, or one twice: `iloveyoubaby`.
    return [...word].some((_, at) => LEAKED_WORDS.has(word.slice(0, at)) && LEAKED_WORDS.has(word.slice(at)));
  });
}
