import { crc32 } from 'node:zlib';
import { BadField } from './refusal.ts';

/** The place after which a list goes on: the sort values of its last row. */
type Position = (string | number)[];

/** What a list's cursors carry to say which list they go on with: those of another are refused. */
export function markOf(...list: readonly (string | undefined)[]): number {
  return crc32(list.join('\n'));
}

/** Makes the opaque cursor of a list that can grow. */
export function cursorAfter(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Reads a cursor back; null without one. `kinds` says the type of each value; a forged one is refused as field `cursor`. */
export function readCursor<const Kinds extends readonly ('time' | 'number')[]>(
  cursor: string | undefined,
  kinds: Kinds,
): { [K in keyof Kinds]: Kinds[K] extends 'time' ? Date : number } | null {
  if (cursor === undefined) return null;
  const values = parse(cursor);
  if (!Array.isArray(values) || values.length !== kinds.length) throw new BadField('cursor');
  return kinds.map((kind, index) => readValue(values[index], kind)) as {
    [K in keyof Kinds]: Kinds[K] extends 'time' ? Date : number;
  };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw new BadField('cursor');
  }
}

function readValue(value: unknown, kind: 'time' | 'number'): Date | number {
  if (kind === 'number' && typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (kind === 'time' && typeof value === 'string') {
    const time = new Date(value);
    if (time.getUTCFullYear() > 1970 && time.getUTCFullYear() < 9999) return time;
  }
  throw new BadField('cursor');
}
