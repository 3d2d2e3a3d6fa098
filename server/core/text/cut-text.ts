/** The beginning of a text, at most so many code units, without half of a character at its end. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
