import { BadField } from '../../../core/refusal.ts';

const LONGEST = 20;
/** Controls, what only directs or hides other text (zero-width, bidi, fillers), private and unassigned signs, the blank braille. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** An emoji may be joined of several by such signs. */
const EMOJI = /\p{RGI_Emoji}/gv;
/** Marks piled on one letter until they cover the lines around. */
const PILED = /\p{M}{3,}/u;

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** A nickname as it is kept; refuses what can't be seen, hides or moves other text, or is too long. Markup stays the text it is. */
export function readNickname(given: string): string {
  const nickname = given
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  const plain = nickname.replace(EMOJI, '*');
  const length = [...graphemes.segment(nickname)].length;
  if (UNSEEN.test(plain) || PILED.test(plain) || length < 1 || length > LONGEST) throw new BadField('nickname');
  return nickname;
}
