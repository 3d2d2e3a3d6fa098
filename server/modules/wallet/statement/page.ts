import type { Pool } from 'pg';
import { transaction } from '../../../core/db.ts';
import { type Page, readPage } from '../../../core/paging.ts';
import type { Balances } from '../ledger/assets.ts';
import { hasExpired, lockWallet } from '../ledger/ledger.ts';
import { type EventRow, listEvents } from './page-store.ts';

/** A line of a reader's statement: what an event changed, and what there was afterwards. */
export type StatementLine = Omit<EventRow, 'held'> & { balance: Balances };

/** Where a page begins: after this event, before which the wallet held `balance`. */
export type StatementPosition = { id: number; balance: Balances };

/** What happened to a reader's wallet, the latest first. What has expired by now is among it. */
export async function readStatement(
  pool: Pool,
  readerId: number,
  { after, size }: { after: StatementPosition | null; size: number },
  now: Date,
): Promise<Page<StatementLine>> {
  if (!after && (await hasExpired(pool, readerId, now))) await transaction(pool, (tx) => lockWallet(tx, readerId, now));
  const { rows, last } = await readPage(size, (limit) =>
    listEvents(pool, readerId, after?.id ?? Number.MAX_SAFE_INTEGER, limit),
  );
  let balance = after?.balance ?? rows[0]?.held;
  const lines = rows.map(({ held, ...event }) => {
    const line = { ...event, balance: balance ?? held };
    balance = balanceBefore(line);
    return line;
  });
  return { rows: lines, last: last && (lines.at(-1) ?? null) };
}

/** What there was before an event. */
export function balanceBefore({ balance, coins, bonus, tickets }: StatementLine): Balances {
  return { coins: balance.coins - coins, bonus: balance.bonus - bonus, tickets: balance.tickets - tickets };
}
