import stringWidth from 'string-width';
import { printableLine } from '../../core/text/printable.ts';

export type Cells = readonly (string | number)[];

/** A table for the terminal. Wide characters count as two columns; the columns of `toRight` are right-aligned. */
export function renderTable(rows: readonly Cells[], toRight: readonly number[]): string {
  const shown = rows.map((cells) => cells.map((cell) => printableLine(String(cell))));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((cells) => stringWidth(cells[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - stringWidth(cell));
        return toRight.includes(column) ? `${space}${cell}` : `${cell}${space}`;
      })
      .join('  ')
      .trimEnd();
  return shown.map((cells) => `${line(cells)}\n`).join('');
}

/** Has a byte order mark, by which spreadsheet programs recognise UTF-8. */
export function renderCsv(rows: readonly Cells[]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}

/** Escapes texts that a spreadsheet program would calculate as a formula. */
function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^\s*[=+\-@]|^[\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
