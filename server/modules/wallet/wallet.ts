import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Page } from '../../core/paging.ts';
import { createAlarm } from './audit/check.ts';
import { createDataOwner, type WalletDataOwner } from './data-owner.ts';
import { readWalletHistory, type WalletHistoryLine, type WalletHistoryPosition } from './history/page.ts';
import type { Balances } from './ledger/assets.ts';
import { expireDue, readBalances } from './ledger/ledger.ts';
import type { WalletPorts } from './ports.ts';
import { dropKeptAnswers, listOwned } from './unlocking/store.ts';
import { createUnlocking, type Unlocking } from './unlocking/unlock.ts';

export { checkInvariants } from './audit/check.ts';
export { type ReportLineName, reportBetween, type WalletReport } from './audit/report.ts';
export { countSales, sumSpentByChapter, sumSpentByReader } from './audit/report-store.ts';
export { balanceBefore, type WalletHistoryLine, type WalletHistoryPosition } from './history/page.ts';
export { listWalletHistory, type WalletHistoryRow } from './history/store.ts';
export { type AdjustmentPlan, adjust, previewAdjustment } from './ledger/adjusting.ts';
export type { Asset, Balances, LedgerAsset } from './ledger/assets.ts';
export { credit, spendBonus } from './ledger/credit.ts';
export { readBalances, TooLittle } from './ledger/ledger.ts';
export {
  confirmTaken,
  previewTakeBack,
  restoreTaken,
  takeBack,
} from './ledger/take-back.ts';
export type { WalletPorts } from './ports.ts';
export {
  countBuyers,
  listOwners,
  listPaidTwice,
  type PaidTwice,
  placeChapters,
} from './unlocking/moved-chapter-store.ts';
export { quoteOf } from './unlocking/quote.ts';
export { type ChapterForSale, countOwners } from './unlocking/store.ts';

/** Coins, bonus and tickets of readers, and the chapters that they own. */
export type Wallet = Unlocking & {
  /** What the reader can spend at this moment. */
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
  /** Checks the invariants, mostly of what has moved since the last time; what is broken is logged as an alarm. */
  check(now: Date): Promise<void>;
  /** How many invariants were broken at the last check. */
  broken(): number;
  /** Takes out what has expired, and forgets the keys of old calls. */
  sweep(now: Date): Promise<void>;
};

/** A key is repeated within minutes; chapters can't be bought twice later either. */
const ANSWERS_KEPT_MS = 30 * 24 * 3600 * 1000;

export function createWallet(pool: Pool, log: Logger, ports: WalletPorts): Wallet {
  const alarm = createAlarm(pool, log);
  return {
    ...createUnlocking(pool),
    balances: (readerId, now) => readBalances(pool, readerId, now),
    owned: (readerId, comicId) => listOwned(pool, readerId, comicId),
    history: (readerId, query, now) => readWalletHistory(pool, readerId, query, now),
    dataOwner: createDataOwner(ports),
    check: alarm.check,
    broken: alarm.broken,
    async sweep(now) {
      await expireDue(pool, now);
      await dropKeptAnswers(pool, new Date(now.getTime() - ANSWERS_KEPT_MS));
    },
  };
}
