import type { Pool } from 'pg';
import { transaction } from '../../../core/db/db.ts';
import { type Page, readPage } from '../../../core/refusal/paging.ts';
import type { Balances } from '../ledger/assets.ts';
import { hasExpired, lockWallet } from '../ledger/ledger.ts';
import { type EventRow, listEvents } from './store.ts';

/** A line of a wallet's history: the changes of an event, and the balances after it. */
export type WalletHistoryLine = Omit<EventRow, 'held'> & { balance: Balances };

/** The start of a page: after this event. `balance`: the balances before it. */
export type WalletHistoryPosition = { id: number; balance: Balances };

/** The events of a reader's wallet, latest first, including expiries until now. */
export async function readWalletHistory(
  pool: Pool,
  readerId: number,
  { after, size }: { after: WalletHistoryPosition | null; size: number },
  now: Date,
): Promise<Page<WalletHistoryLine>> {
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

/** The balances before an event. */
export function balanceBefore({ balance, coins, bonus, tickets }: WalletHistoryLine): Balances {
  return { coins: balance.coins - coins, bonus: balance.bonus - bonus, tickets: balance.tickets - tickets };
}
