/** Closing marks never begin a line. */
const CLOSING = /^[，。！？、：；…）》」』”’,.!?:;)\]}~—-]/u;

/** Breaks a text into at most so many lines of that width; what is left over ends in an ellipsis. */
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

/** What a line may be broken between: characters, and whole words of letters; a closing mark stays with what it closes. */
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
