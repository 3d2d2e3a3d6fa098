import type { DataOf } from '#contract/call';
import type { figures } from '#contract/console/figures';
import type { Db } from '../../../core/db/db.ts';
import { shanghaiDayEnd } from '../../../core/time/shanghai-day.ts';
import { listWaitUses } from '../../../modules/membership/membership.ts';
import { listBuyersAfter } from '../../../modules/wallet/wallet.ts';

/** Uses are read in parts of this size. */
const AT_ONCE = 20_000;

/** How 等就免费 was used in a span of Shanghai days; nothing if it was not. */
export async function readWaitFree(
  db: Db,
  span: { from: string; to: string },
): Promise<Pick<DataOf<typeof figures>, 'waitFree'>> {
  const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`);
  const [from, to] = [startOf(span.from), shanghaiDayEnd(startOf(span.to))];
  const readers = new Set<number>();
  const buyers = new Set<number>();
  let uses = 0;
  for (let after = 0; ; ) {
    const some = await listWaitUses(db, from, to, after, AT_ONCE);
    const last = some.at(-1);
    if (!last) break;
    after = last.id;
    uses += some.length;
    for (const { readerId } of some) readers.add(readerId);
    const moments = some.map(({ readerId, comicId, usedAt }) => ({ readerId, comicId, at: usedAt }));
    for (const readerId of await listBuyersAfter(db, moments)) buyers.add(readerId);
  }
  return uses === 0 ? {} : { waitFree: { uses, readers: readers.size, buyers: buyers.size } };
}
