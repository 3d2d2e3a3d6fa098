/** Closing marks never begin a line. */
const CLOSING = /^[，。！？、：；…）》」』”’,.!?:;)\]}~—-]/u;

/** Wraps a text into a number of lines of a width. Longer text ends in an ellipsis. */
export function linesOf(text: string, width: number, most: number, widthOf: (text: string) => number): string[] {
  const fits = (line: string) => widthOf(line) <= width;
  const lines: string[] = [];
  let line = '';
  for (const part of partsOf(text)) {
    if (line === '' || fits(line + part.trimEnd())) line += part;
    else {
      lines.push(line.trimEnd());
      line = part.trimStart();
    }
  }
  if (line !== '') lines.push(line.trimEnd());
  const kept = lines.slice(0, most);
  const last = kept.length - 1;
  return kept.map((each, index) =>
    fits(each) && (index < last || lines.length <= most) ? each : shortened(each, fits),
  );
}

/** The parts between which a line may wrap: characters, and words of letters. A closing mark stays with the part before it. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.trim().match(/[\p{Script=Latin}\d'’]+\s*|\P{Script=Latin}/gu) ?? []) {
    const before = parts.at(-1);
    if (before !== undefined && (CLOSING.test(part) || /^\s$/.test(part))) parts[parts.length - 1] = before + part;
    else parts.push(part);
  }
  return parts;
}

function shortened(line: string, fits: (line: string) => boolean): string {
  const characters = [...line];
  while (characters.length > 1 && !fits(`${characters.join('')}…`)) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
