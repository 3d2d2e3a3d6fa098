import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { overview } from '#contract/console/overview';
import { type Catalog, sellsChapters } from '../../modules/catalog/catalog.ts';
import { DEFAULT_PARTS, type Editorial } from '../../modules/editorial/editorial.ts';
import { hasAnyGrantedOrder, type Shop } from '../../modules/shop/shop.ts';

export type ChecklistParts = {
  pool: Pool;
  catalog: Pick<Catalog, 'isEmpty'>;
  editorial: Pick<Editorial, 'parts'>;
  shop: Pick<Shop, 'channels'>;
};

/** The steps up to the first sale; null once all are done. */
export async function readChecklist(parts: ChecklistParts): Promise<DataOf<typeof overview>['checklist']> {
  const { pool, catalog, editorial, shop } = parts;
  const { service, privacy } = await editorial.parts();
  const steps = [
    // A second factor is required to read this.
    { step: 'factor', done: true },
    { step: 'import', done: !(await catalog.isEmpty()) },
    { step: 'price', done: await sellsChapters(pool) },
    { step: 'channel', done: shop.channels(undefined).some(({ test }) => !test) },
    { step: 'texts', done: service !== DEFAULT_PARTS.service && privacy !== DEFAULT_PARTS.privacy },
    { step: 'order', done: await hasAnyGrantedOrder(pool) },
  ] as const;
  return steps.every(({ done }) => done) ? null : [...steps];
}
