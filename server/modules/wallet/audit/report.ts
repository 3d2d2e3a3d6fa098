import type { Pool } from 'pg';
import { transaction } from '../../../core/db/db.ts';
import { takeSnapshot } from '../../../core/db/invariants.ts';
import type { Asset, LedgerAsset } from '../ledger/assets.ts';
import type { TransferKind } from '../ledger/store.ts';
import { type ComicSalesRow, sumByComic, sumMoved, sumOutstanding } from './report-store.ts';

/** A line of the report: amounts by asset, and the money behind the coins. */
export type ReportLine = { name: ReportLineName; amounts: Record<Asset, number>; costFen: number };
export type ReportLineName = 'opening' | Exclude<TransferKind, 'merge' | 'repay'> | 'closing';
export type WalletReport = { lines: ReportLine[]; comics: ComicSalesRow[] };

/** Merges move amounts between readers, and a repayment reduces coins and debt by the same amount: no sum changes. */
const KINDS = [
  'topup',
  'redeem',
  'gift',
  'sign',
  'purchase',
  'repair',
  'expire',
  'adjust',
  'refund',
  'restore',
  'forfeit',
] as const;

/** The balances of all readers at both ends of a period, and the amounts bought, given and spent in between. */
export function reportBetween(pool: Pool, from: Date, to: Date): Promise<WalletReport> {
  return transaction(pool, async (tx) => {
    await takeSnapshot(tx);
    const [opening, moved, closing] = [
      await sumOutstanding(tx, from),
      await sumMoved(tx, from, to),
      await sumOutstanding(tx, to),
    ];
    const lines = [
      lineOf('opening', opening),
      ...KINDS.map((kind) =>
        lineOf(
          kind,
          moved.filter((row) => row.kind === kind),
        ),
      ),
      lineOf('closing', closing),
    ];
    return { lines, comics: await sumByComic(tx, from, to) };
  });
}

function lineOf(
  name: ReportLineName,
  found: readonly { asset: LedgerAsset; amount: number; costFen: number }[],
): ReportLine {
  const amountOf = (asset: LedgerAsset) => found.find((row) => row.asset === asset)?.amount ?? 0;
  const amounts = { coin: amountOf('coin') - amountOf('debt'), bonus: amountOf('bonus'), ticket: amountOf('ticket') };
  return { name, amounts, costFen: found.reduce((sum, { costFen }) => sum + costFen, 0) };
}
