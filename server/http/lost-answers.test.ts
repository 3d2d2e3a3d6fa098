import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { callOver } from '../../testing/app/app-process.ts';
import { seededRandom } from '../../testing/app/seeded-random.ts';
import { openCuttingProxy } from '../../testing/drills/cutting-proxy.ts';
import { howMany, seedOf } from '../../testing/drills/drill.ts';
import { type Days, passReaderDay, prepareDays, readersWithCoins } from '../../testing/drills/reader-day.ts';
import { expectSoundRewards } from '../../testing/factories/rewards.ts';
import { expectSoundShop } from '../../testing/factories/shop.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const ANSWERS = howMany({ test: 50, drill: 2_000 });
const AT_ONCE = 5;
/** Shorter than the head of any answer. */
const MOST_BYTES = 100;
const SEED = seedOf('where answers are cut');

let site: TestApp;
let days: Days;
beforeAll(async () => {
  site = await startTestApp({ listen: true });
  days = await prepareDays(site.pool, site.imageDir);
});
afterAll(() => site.close());

test(`if all ${ANSWERS} answers of purchases, top-ups, claims, check-ins and redeemed codes are lost, repeated calls with the same keys do everything once`, async () => {
  let lost = 0;
  let day = 0;
  const live = async () => {
    while (lost < ANSWERS) {
      const random = seededRandom(SEED, day++);
      const proxy = await openCuttingProxy(site.url);
      const app = { url: proxy.url, call: callOver(proxy.url) };
      const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
        proxy.cutNext(random.below(2) * random.below(MOST_BYTES));
        await expect(ask()).rejects.toThrow('fetch failed');
        return ask();
      };
      const [token = ''] = await readersWithCoins(site.pool, 1);
      await passReaderDay({ app: () => app, untilAnswered, ...days }, token);
      lost += proxy.cuts();
      proxy.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, live));
  await expectSoundShop(site);
  await expectSoundRewards(site);
});
