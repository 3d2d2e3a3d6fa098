export type TitleLines = 1 | 2;

/** Latin letters are narrower than Chinese characters. */
const LATIN = 0.6;

/** One line if each title fits this many Chinese characters, else two. */
export function titleLines(list: readonly { title: string }[], characters: number): TitleLines {
  return list.every(({ title }) => widthOf(title) <= characters) ? 1 : 2;
}

function widthOf(title: string): number {
  return [...title].reduce((width, character) => width + (character < '\u2e80' ? LATIN : 1), 0);
}
