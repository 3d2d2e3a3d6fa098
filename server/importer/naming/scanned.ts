/** A name as it is displayed, and normalised for reading. Both have the same length, so positions are the same. */
export type Scanned = { shown: string; scan: string };

/** Longer than file systems allow. Titles in books may be longer. */
const MAX_LENGTH = 300;
/** Zero-width characters and direction marks. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const DASHES = /[‐‑‒–—―−]/g;

/** For reading, full-width characters, dashes and spaces are normalised. The displayed text keeps the punctuation of titles. */
export function scanned(name: string): Scanned {
  const shown = name
    .replace(INVISIBLE, '')
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .replace(/[０-９Ａ-Ｚａ-ｚ＃]/g, toHalfWidth)
    .replace(/(?<=\d)．(?=\d)/g, '.')
    .replaceAll('_', ' ');
  const scan = shown
    .replace(FULL_WIDTH, toHalfWidth)
    .replace(DASHES, '-')
    .replaceAll('〜', '~')
    .replace(/[［[]/g, '[')
    .replace(/[］\]]/g, ']')
    .replace(/[\u3000\u00a0\t]/g, ' ');
  return { shown, scan: lowerCase(scan) };
}

/** A character whose lower case is longer is kept. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (sign) => sign.toLowerCase());
}

function toHalfWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
}
