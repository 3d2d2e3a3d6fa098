import stringWidth from 'string-width';
import type { Cells } from '../../core/text/csv.ts';
import { printableLine } from '../../core/text/printable.ts';

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
