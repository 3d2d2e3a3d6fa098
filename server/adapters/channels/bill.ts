/** How a channel writes the table of its bill. */
export type BillFormat = {
  /** Those that are read. */
  columns: readonly string[];
  /** A field of free text that may hold what separates fields. */
  title: string;
  split(line: string): string[];
};

/** The rows of a bill by the names of their columns; null where the text has no such table. */
export function billRows(text: string, { columns, title, split }: BillFormat): ReadonlyMap<string, string>[] | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const start = lines.findIndex((line) => columns.every((name) => namesOf(line).includes(name)));
  if (start < 0) return null;
  const names = namesOf(lines[start] ?? '');
  const rows: ReadonlyMap<string, string>[] = [];
  for (const line of lines.slice(start + 1)) {
    // What follows the table are sums, which have other columns.
    if (line.trim() === '' || line.startsWith('#') || line.startsWith('总')) break;
    const cells = joinTitle(split(line), names, title);
    if (cells.length < names.length) throw new Error('a line of the bill is cut off');
    rows.push(new Map(names.map((name, index) => [name, (cells[index] ?? '').trim()])));
  }
  return rows;
}

function namesOf(line: string): string[] {
  return line.split(',').map((name) => name.trim());
}

function joinTitle(cells: string[], names: readonly string[], title: string): string[] {
  const [at, more] = [names.indexOf(title), cells.length - names.length];
  return at < 0 || more <= 0 ? cells : cells.toSpliced(at, more + 1, cells.slice(at, at + more + 1).join(','));
}

const AMOUNT = /^(-?)(\d{1,9})(?:\.(\d{1,5}))?$/;

/** Reads yuan with up to five places, as fees have them, as fen: rounded, never by a floating number of yuan. */
export function amountOf(text: string): number {
  const [, sign, yuan = '', places = ''] = AMOUNT.exec(text) ?? [];
  if (sign === undefined) throw new Error('a line of the bill has no amount');
  const fen = Math.round(Number(yuan + places.padEnd(5, '0')) / 1000);
  return sign === '-' && fen !== 0 ? -fen : fen;
}
