import type { Served } from '../../core/dispatch.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { libraryCalls } from './library/calls.ts';
import type { ReadingPorts } from './ports.ts';
import { progressCalls } from './progress/calls.ts';
import { rankingCalls } from './ranking/calls.ts';
import type { Reading } from './reading.ts';

/** Libraries, reading progress, and rankings. */
export function readingCalls(reading: Reading, catalog: Catalog, ports: ReadingPorts): Served[] {
  return [
    ...libraryCalls({ ...reading, catalog, ports }),
    ...progressCalls({ ...reading, catalog, ports }),
    ...rankingCalls(reading, catalog),
  ];
}
