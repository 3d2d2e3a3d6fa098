/** Limits for metadata from files. */
export const MAX_NAME = 200;
export const MAX_DESCRIPTION = 5_000;
export const MAX_LIST = 20;

/** One line without control characters and direction overrides, cut to `max` characters; undefined if nothing is left. */
export function oneLine(text: string, max: number): string | undefined {
  const plain = text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .trim();
  return cut(plain, max);
}

/** Like `oneLine`, but keeps paragraphs. */
export function severalLines(text: string, max: number): string | undefined {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .split('\n');
  const plain = lines.map((line) => line.replace(/[\p{Cc}\t ]+/gu, ' ').trim()).join('\n');
  return cut(
    plain
      .replace(/\n{3,}/g, '\n\n')
      .normalize('NFC')
      .trim(),
    max,
  );
}

/** The different texts in the order of their first occurrence, without the empty string. */
export function distinct(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

/** Direction overrides and zero-width characters, except the joiners that emoji and some scripts need. */
const INVISIBLE = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/g;

function cut(text: string, max: number): string | undefined {
  if (text === '') return undefined;
  const points = text.length > max ? [...text] : undefined;
  return points === undefined || points.length <= max ? text : points.slice(0, max).join('').trim();
}
