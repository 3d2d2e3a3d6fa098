import { transaction } from '../../server/core/db/db.ts';
import {
  listPromotions,
  type PromotionRecord,
  replacePromotions,
} from '../../server/modules/catalog/publishing/publishing.ts';
import type { TestApp } from '../app/app.ts';

/** Makes these the only promotions, as an editor does. */
export async function setPromotions({ pool }: Pick<TestApp, 'pool'>, promotions: PromotionRecord[]): Promise<void> {
  await transaction(pool, (tx) => replacePromotions(tx, promotions));
}

/** Changes every promotion. */
export async function changePromotions({ pool }: Pick<TestApp, 'pool'>, change: Partial<PromotionRecord>) {
  await setPromotions(
    { pool },
    (await listPromotions(pool)).map((promotion) => ({ ...promotion, ...change })),
  );
}

/** Adds a promotion as an editor does. */
export async function addPromotion(test: TestApp, fixture: Partial<PromotionRecord> & { comicIds: number[] }) {
  const before = await listPromotions(test.pool);
  const promotion: PromotionRecord = {
    key: `promotion ${before.length + 1}`,
    title: '优惠',
    percent: 50,
    startsAt: new Date(Date.now() - 60_000),
    endsAt: new Date(Date.now() + 3_600_000),
    ...fixture,
  };
  await setPromotions(test, [...before, promotion]);
}
