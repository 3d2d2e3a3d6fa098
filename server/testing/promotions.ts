import { transaction } from '../core/db.ts';
import { listPromotions, type PromotionRecord, replacePromotions } from '../modules/catalog/publishing/publishing.ts';
import type { TestApp } from './app.ts';

/** Adds a promotion as an editor would. */
export async function addPromotion(test: TestApp, wish: Partial<PromotionRecord> & { comicIds: number[] }) {
  const before = await listPromotions(test.pool);
  const promotion: PromotionRecord = {
    key: `promotion ${before.length + 1}`,
    title: '优惠',
    percent: 50,
    startsAt: new Date(Date.now() - 60_000),
    endsAt: new Date(Date.now() + 3_600_000),
    ...wish,
  };
  await transaction(test.pool, (client) => replacePromotions(client, [...before, promotion]));
}
