import type { Caller } from '../../core/ctx.ts';
import type { Served } from '../../core/dispatch.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { libraryCalls } from './library-calls.ts';
import { rankingCalls } from './ranking-calls.ts';
import type { Reading } from './reading.ts';

/** Libraries and reading places, and rankings. `onReading` hears of every sign that somebody is reading. */
export function readingCalls(
  reading: Reading,
  catalog: Catalog,
  onReading: (caller: Caller, now: Date) => Promise<void>,
): Served[] {
  return [...libraryCalls({ ...reading, catalog, onReading }), ...rankingCalls(reading, catalog)];
}
