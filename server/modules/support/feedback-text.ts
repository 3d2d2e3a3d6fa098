import { BadField } from '../../core/refusal.ts';

/** What can't be seen, or hides and turns other text; a line break is text, and joined emoji are left whole. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const EMOJI = /(\p{RGI_Emoji})/v;

/** What somebody wrote, as it is kept: plain text without what can't be seen. Markup stays the text it is. */
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

/** The same for what must be there; `field` is named where nothing is left. */
export function cleanRequired(given: string, field: string): string {
  const text = cleanText(given);
  if (text === '') throw new BadField(field);
  return text;
}

function cleanLine(line: string): string {
  return line
    .split(EMOJI)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(UNSEEN, '')))
    .join('')
    .trimEnd();
}
