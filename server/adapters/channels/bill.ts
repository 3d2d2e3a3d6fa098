/** How a channel writes the table of its bill. */
export type BillFormat = {
  /** Those that are read. */
  columns: readonly string[];
  /** A field of free text that may hold what separates fields. */
  title: string;
  split(line: string): string[];
};

/** A table by the names of its columns, and the lines that follow it, which say what it adds up to. */
export type BillTable = { rows: ReadonlyMap<string, string>[]; below: string[] };

/** Finds the table of a bill; null where the text has no such table. */
export function readTable(text: string, { columns, title, split }: BillFormat): BillTable | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const start = lines.findIndex((line) => columns.every((name) => namesOf(line).includes(name)));
  if (start < 0) return null;
  const names = namesOf(lines[start] ?? '');
  const rows: ReadonlyMap<string, string>[] = [];
  const table = lines.slice(start + 1);
  const end = table.findIndex((line) => line.trim() === '' || line.startsWith('#') || line.startsWith('总'));
  for (const line of end < 0 ? table : table.slice(0, end)) {
    const cells = joinTitle(split(line), names, title);
    if (cells.length < names.length) throw new Error('a line of the bill is cut off');
    rows.push(new Map(names.map((name, index) => [name, (cells[index] ?? '').trim()])));
  }
  return { rows, below: end < 0 ? [] : table.slice(end) };
}

/** A bill that ends too early still reads well: only its sums tell. */
export function expectSum(what: string, said: number | undefined, found: number): void {
  if (said === undefined) throw new Error(`the bill is cut off: it does not say its sum of ${what}`);
  if (said !== found) throw new Error(`the bill does not add up: ${said} ${what} said, ${found} found`);
}

function namesOf(line: string): string[] {
  return line.split(',').map((name) => name.trim());
}

function joinTitle(cells: string[], names: readonly string[], title: string): string[] {
  const [at, more] = [names.indexOf(title), cells.length - names.length];
  return at < 0 || more <= 0 ? cells : cells.toSpliced(at, more + 1, cells.slice(at, at + more + 1).join(','));
}

const FIELD = /"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*)/y;

/** Fields between commas. A quotation mark counts only where a field is within a pair: titles may hold one by itself. */
export function splitQuoted(line: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at++) {
    FIELD.lastIndex = at;
    const [whole = '', quoted, plain = ''] = FIELD.exec(line) ?? [];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
  }
  return cells;
}

const AMOUNT = /^(-?)(\d{1,11})(?:\.(\d{1,5}))?$/;

/** Reads yuan with up to five places, as fees have them, as fen: rounded, never by a floating number of yuan. */
export function amountOf(text: string): number {
  const [, sign, yuan = '', places = ''] = AMOUNT.exec(text) ?? [];
  if (sign === undefined) throw new Error('a line of the bill has no amount');
  const fen = Math.round(Number(yuan + places.padEnd(5, '0')) / 1000);
  return sign === '-' && fen !== 0 ? -fen : fen;
}
