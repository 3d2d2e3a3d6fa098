import type { Served } from '../../core/dispatch.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { libraryCalls, type ReadingSigns } from './library/calls.ts';
import { rankingCalls } from './ranking/calls.ts';
import type { Reading } from './reading.ts';

/** Libraries and reading places, and rankings. */
export function readingCalls(reading: Reading, catalog: Catalog, signs: ReadingSigns): Served[] {
  return [...libraryCalls({ ...reading, catalog, signs }), ...rankingCalls(reading, catalog)];
}
