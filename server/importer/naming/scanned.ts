/** A name as it is shown, and as it is read: both of one length, so that places in one are places in the other. */
export type Scanned = { shown: string; scan: string };

/** More than a file system allows. Titles in books may be longer. */
const MAX_LENGTH = 300;
/** Zero-width signs and marks of direction. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const DASHES = /[‐‑‒–—―−]/g;

/** Widths, dashes and blanks of all kinds become plain for reading; what is shown keeps the punctuation of titles. */
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

/** A sign whose small letter is longer stays as it is. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (sign) => sign.toLowerCase());
}

function toHalfWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
}
