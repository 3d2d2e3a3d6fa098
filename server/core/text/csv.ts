export type Cells = readonly (string | number)[];

/** Has a byte order mark, by which spreadsheet programs recognise UTF-8. */
export function renderCsv(rows: readonly Cells[]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}

/** Escapes texts that a spreadsheet program would calculate as a formula, as some do in full width too. */
function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
