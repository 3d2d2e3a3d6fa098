import { readFileSync } from 'node:fs';
import { n } from '../canvas.ts';

type Face = { em: number; glyphs: Record<string, [advance: number, outline: string]> };
export type FaceName = 'sans' | 'serif';

let faces: Record<FaceName, Face> | undefined;

/** The outlines are read when the first letter is drawn. */
function face(name: FaceName): Face {
  faces ??= JSON.parse(readFileSync(new URL('outlines.json', import.meta.url), 'utf8')) as Record<FaceName, Face>;
  return faces[name];
}

/** The letters of a text without an outline in a font. */
export function missingLetters(text: string, name: FaceName): string[] {
  const { glyphs } = face(name);
  return [...new Set(text)].filter((letter) => letter.trim() !== '' && glyphs[letter] === undefined);
}

/** A line of text whose first letter has its left end of the baseline at (x, y). */
export function lineOfText(text: string, name: FaceName, x: number, y: number, size: number, spacing = 0): string {
  let at = x;
  return [...text]
    .map((letter) => {
      const drawn = letterAt(letter, name, at, y, size);
      at += widthOf(letter, name, size) + spacing;
      return drawn;
    })
    .join('');
}

export function textWidth(text: string, name: FaceName, size: number, spacing = 0): number {
  return [...text].reduce((sum, letter) => sum + widthOf(letter, name, size) + spacing, -spacing);
}

/** A column of text from (x, y), its top centre, downwards. */
export function columnOfText(text: string, name: FaceName, x: number, y: number, size: number, spacing = 0): string {
  return [...text]
    .map((letter, at) =>
      letterAt(letter, name, x - widthOf(letter, name, size) / 2, y + at * (size + spacing) + size * 0.88, size),
    )
    .join('');
}

export function letterAt(letter: string, name: FaceName, x: number, y: number, size: number): string {
  const { em, glyphs } = face(name);
  const outline = glyphs[letter]?.[1] ?? '';
  const scale = size / em;
  return outline === ''
    ? ''
    : `<path d="${outline}" transform="translate(${n(x)} ${n(y)}) scale(${Math.round(scale * 10_000) / 10_000})" vector-effect="none"/>`;
}

function widthOf(letter: string, name: FaceName, size: number): number {
  const { em, glyphs } = face(name);
  return ((glyphs[letter]?.[0] ?? em * 0.5) / em) * size;
}
