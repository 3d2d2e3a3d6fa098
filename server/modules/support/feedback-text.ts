import { BadField } from '../../core/refusal/refusal.ts';

/** Invisible or layout-changing characters. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const EMOJI = /(\p{RGI_Emoji})/v;

/** Normalises a text and removes invisible characters, except line breaks and inside emoji. Markup is kept as plain text. */
export function cleanText(given: string): string {
  return given
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => cleanLine(line.replaceAll('\t', ' ')))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The same for a required field; refuses it if nothing is left. */
export function cleanRequired(given: string, field: string): string {
  const text = cleanText(given);
  if (text === '') throw new BadField(field);
  return text;
}

function cleanLine(line: string): string {
  return line
    .split(EMOJI)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(INVISIBLE, '')))
    .join('')
    .trimEnd();
}
