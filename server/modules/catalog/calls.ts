import type { Served } from '../../core/dispatch.ts';
import type { Catalog } from './catalog.ts';
import { listingCalls } from './listing-calls.ts';

/** What the catalogue answers by itself. */
export function catalogCalls({ listings }: Catalog): Served[] {
  return listingCalls(listings);
}
