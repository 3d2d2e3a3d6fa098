import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Page } from '../../core/refusal/paging.ts';
import { createAlarm } from './audit/check.ts';
import { type Buying, createBuying } from './buying/buy.ts';
import { dropOldAnswers, listOwned } from './buying/store.ts';
import { createDataOwner, type WalletDataOwner } from './data-owner.ts';
import { readWalletHistory, type WalletHistoryLine, type WalletHistoryPosition } from './history/page.ts';
import type { Balances } from './ledger/assets.ts';
import { credit } from './ledger/credit.ts';
import { expireDue, readBalances } from './ledger/ledger.ts';
import { confirmTaken, previewTakeBack, restoreTaken, takeBack } from './ledger/take-back.ts';
import type { WalletPorts } from './ports.ts';

export { checkInvariants } from './audit/check.ts';
export { reportBetween, type WalletReport } from './audit/report.ts';
export { countSales, listBuyersAfter, sumSpentByChapter, sumSpentByReader } from './audit/report-store.ts';
export { renderReportAsCsv, reportTables, titledLine } from './audit/report-table.ts';
export { passPercentOf } from './buying/discount.ts';
export {
  countBuyers,
  listOwners,
  listPaidTwice,
  type PaidTwice,
  placeChapters,
} from './buying/moved-chapter-store.ts';
export { quoteOf } from './buying/quote.ts';
export { type ChapterForSale, countOwners } from './buying/store.ts';
export { balanceBefore, type WalletHistoryLine, type WalletHistoryPosition } from './history/page.ts';
export {
  type EventRow as WalletEvent,
  listEvents as listWalletEvents,
  listWalletHistory,
  type WalletHistoryRow,
} from './history/store.ts';
export { type AdjustmentPlan, adjust, previewAdjustment } from './ledger/adjusting.ts';
export { ASSET_NAMES, type Asset, type Balances } from './ledger/assets.ts';
export { credit, spendBonus } from './ledger/credit.ts';
export { readBalances, TooLittle } from './ledger/ledger.ts';
export { listExpiring, listRemaining } from './ledger/store.ts';
export { confirmTaken, restoreTaken, takeBack } from './ledger/take-back.ts';
export type { WalletPorts } from './ports.ts';
export { adjustAlone } from './staff/adjust-once.ts';
export { needsApproval, readAloneLimits } from './staff/alone-limits.ts';
export { approveAdjustment, rejectAdjustment } from './staff/requests.ts';
export {
  countAdjustmentRequests,
  findAdjustmentRequest,
  listAdjustmentRequests,
  lockAdjuster,
  setAloneLimits,
} from './staff/store.ts';

/** Coins, bonus and tickets of readers, and the chapters that they own. */
export type Wallet = Buying & {
  /** The balances of the reader at this moment. */
  balances(readerId: number, now: Date): Promise<Balances>;
  /** The chapters of a comic that the reader owns. */
  owned(readerId: number, comicId: number): Promise<ReadonlySet<number>>;
  /** The events of the reader's wallet, latest first. */
  history(
    readerId: number,
    query: { after: WalletHistoryPosition | null; size: number },
    now: Date,
  ): Promise<Page<WalletHistoryLine>>;
  /** Merges, erases and exports wallets for the account module. */
  dataOwner: WalletDataOwner;
  /** Checks the invariants, usually only of wallets that have changed since the last check; logs violations as an alarm. */
  check(now: Date): Promise<void>;
  /** The number of invariants that were broken at the last check. */
  broken(): number;
  /** Removes expired coins and tickets, and deletes the keys of old calls. */
  sweep(now: Date): Promise<void>;
};

/** The functions by which orders and their refunds change wallets. */
export const ORDER_WALLET_FUNCTIONS = { credit, takeBack, previewTakeBack, confirmTaken, restoreTaken } as const;

/** Clients repeat a key within minutes. Without its key a repeated call can't buy an owned chapter again. */
const ANSWERS_KEPT_MS = 30 * 24 * 3600 * 1000;

export function createWallet(pool: Pool, log: Logger, ports: WalletPorts): Wallet {
  const alarm = createAlarm(pool, log);
  return {
    ...createBuying(pool),
    balances: (readerId, now) => readBalances(pool, readerId, now),
    owned: (readerId, comicId) => listOwned(pool, readerId, comicId),
    history: (readerId, query, now) => readWalletHistory(pool, readerId, query, now),
    dataOwner: createDataOwner(ports),
    check: alarm.check,
    broken: alarm.broken,
    async sweep(now) {
      await expireDue(pool, now);
      await dropOldAnswers(pool, new Date(now.getTime() - ANSWERS_KEPT_MS));
    },
  };
}
