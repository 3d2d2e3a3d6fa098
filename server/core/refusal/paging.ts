import { crc32 } from 'node:zlib';
import { BadField } from './refusal.ts';

/** The position after which the next page begins: the sort values of the last row of a page. */
type Position = (string | number)[];

/** A checksum of the list's identity. Cursors carry it, so that a cursor of another list is refused. */
export function checksumOf(...list: readonly (string | undefined)[]): number {
  return crc32(list.join('\n'));
}

/** Makes the opaque cursor of a position. */
export function cursorAfter(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** A page of a list in a fixed order; `last` is the row after which the next page begins, null on the last page. */
export type Page<Row> = { rows: Row[]; last: Row | null };

/** Reads one row more than the page shows, to know whether another page follows. */
export async function readPage<Row>(size: number, read: (limit: number) => Promise<Row[]>): Promise<Page<Row>> {
  const found = await read(size + 1);
  const rows = found.slice(0, size);
  return { rows, last: found.length > size ? (rows.at(-1) ?? null) : null };
}

/** The type of a value in a cursor. */
type Kind = 'time' | 'number' | 'text';
type ValueOf<K extends Kind> = { time: Date; number: number; text: string }[K];

/** Reads a cursor back; null without one. `kinds` are the types of its values; a forged cursor is refused as field `cursor`. */
export function readCursor<const Kinds extends readonly Kind[]>(
  cursor: string | undefined,
  kinds: Kinds,
): { [K in keyof Kinds]: ValueOf<Kinds[K]> } | null {
  if (cursor === undefined) return null;
  const values = parse(cursor);
  if (!Array.isArray(values) || values.length !== kinds.length) throw new BadField('cursor');
  return kinds.map((kind, index) => readValue(values[index], kind)) as unknown as {
    [K in keyof Kinds]: ValueOf<Kinds[K]>;
  };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw new BadField('cursor');
  }
}

function readValue(value: unknown, kind: Kind): Date | number | string {
  if (kind === 'text' && typeof value === 'string') return value;
  if (kind === 'number' && typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (kind === 'time' && typeof value === 'string') {
    const time = new Date(value);
    if (time.getUTCFullYear() > 1970 && time.getUTCFullYear() < 9999) return time;
  }
  throw new BadField('cursor');
}
