/** Invisible or layout-changing characters: controls, zero-width, bidi, fillers, private and unassigned, the blank braille pattern. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Emoji sequences are joined by such characters, so they are excluded from the check. */
const EMOJI = /\p{RGI_Emoji}/gv;
/** Stacked combining marks ("Zalgo" text), which cover the lines around. */
const STACKED = /\p{M}{3,}/u;

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/**
 * Normalises a name that a reader writes; null if it is empty, too long or has invisible characters. Markup is kept as plain
 * text.
 */
export function readVisibleName(given: string, longest: number): string | null {
  const name = given
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  const plain = name.replace(EMOJI, '*');
  const length = [...graphemes.segment(name)].length;
  return INVISIBLE.test(plain) || STACKED.test(plain) || length < 1 || length > longest ? null : name;
}
