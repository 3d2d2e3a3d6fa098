import * as v from 'valibot';
import type { BillLine } from '../../modules/shop/shop.ts';

/** The format of a channel's bill. */
export type BillFormat = {
  /** The columns that are read. */
  columns: readonly string[];
  /** A field of free text that can contain the separator. */
  title: string;
  split(line: string): string[];
};

/** The lines of a table by column names, and the following lines with its sums. */
export type BillTable = {
  rows: ReadonlyMap<string, string>[];
  /** The line of the first row, from 1 on. */
  firstLine: number;
  below: string[];
};

/** Finds the table of a bill; `null` if the text has none. */
export function readTable(text: string, { columns, title, split }: BillFormat): BillTable | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const start = lines.findIndex((line) => columns.every((name) => namesOf(line).includes(name)));
  if (start < 0) return null;
  const names = namesOf(lines[start] ?? '');
  const rows: ReadonlyMap<string, string>[] = [];
  const table = lines.slice(start + 1);
  const firstLine = start + 2;
  const end = table.findIndex((line) => line.trim() === '' || line.startsWith('#') || line.startsWith('总'));
  for (const line of end < 0 ? table : table.slice(0, end)) {
    const cells = joinTitle(split(line), names, title);
    if (cells.length < names.length) throw new Error(`第 ${firstLine + rows.length} 行不完整`);
    rows.push(new Map(names.map((name, index) => [name, (cells[index] ?? '').trim()])));
  }
  return { rows, firstLine, below: end < 0 ? [] : table.slice(end) };
}

/** Reads each row; an error says in which line of the file it is. */
export function readRows(
  { rows, firstLine }: BillTable,
  lineOf: (row: ReadonlyMap<string, string>) => BillLine,
): BillLine[] {
  return rows.map((row, index) => {
    try {
      return lineOf(row);
    } catch (error) {
      const why = error instanceof v.ValiError ? '时间不对' : error instanceof Error ? error.message : String(error);
      throw new Error(`第 ${firstLine + index} 行：${why}`);
    }
  });
}

/** Compares the sums, because a truncated bill can look complete. */
export function expectSum(what: string, stated: number | undefined, found: number): void {
  if (stated === undefined) throw new Error(`账单不完整：没有写${what}的合计`);
  if (stated !== found) throw new Error(`账单不完整：${what}合计 ${stated}，各行加起来是 ${found}`);
}

function namesOf(line: string): string[] {
  return line.split(',').map((name) => name.trim());
}

function joinTitle(cells: string[], names: readonly string[], title: string): string[] {
  const [at, more] = [names.indexOf(title), cells.length - names.length];
  return at < 0 || more <= 0 ? cells : cells.toSpliced(at, more + 1, cells.slice(at, at + more + 1).join(','));
}

const FIELD = /"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*)/y;

/** Splits at commas. Quotation marks count only around a whole field, because titles can contain single ones. */
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

/** Parses yuan with up to five decimals, as fees have, and rounds to fen, without floating-point numbers. */
export function amountOf(text: string): number {
  const [, sign, yuan = '', places = ''] = AMOUNT.exec(text) ?? [];
  if (sign === undefined) throw new Error(`「${text}」不是金额`);
  const fen = Math.round(Number(yuan + places.padEnd(5, '0')) / 1000);
  return sign === '-' && fen !== 0 ? -fen : fen;
}
