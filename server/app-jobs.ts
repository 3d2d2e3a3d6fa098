import type { Pool } from 'pg';
import type { SandboxCashier } from './adapters/channels/sandbox.ts';
import { type Alerting, lookForTrouble } from './alerts/alerts.ts';
import type { BackupTime } from './backup/backup-time.ts';
import { type JobParts, startJobs } from './core/jobs.ts';
import type { OperatorEvents } from './core/operator-events.ts';
import type { DiskWatch } from './disk/disk-watch.ts';
import type { Account } from './modules/account/account.ts';
import type { Catalog } from './modules/catalog/catalog.ts';
import type { Figures } from './modules/figures/figures.ts';
import { addOperatorEvent, noteDisk } from './modules/operations/operations.ts';
import type { Reading } from './modules/reading/reading.ts';
import type { Recommend } from './modules/recommend/recommend.ts';
import type { Rewards } from './modules/rewards/rewards.ts';
import type { Search } from './modules/search/search.ts';
import type { Shop } from './modules/shop/shop.ts';
import type { Support } from './modules/support/support.ts';
import type { Wallet } from './modules/wallet/wallet.ts';

type Modules = {
  alerting: Alerting | null;
  account: Account;
  backups: BackupTime;
  catalog: Catalog;
  disks: DiskWatch;
  figures: Figures;
  reading: Reading;
  recommend: Recommend;
  rewards: Rewards;
  sandbox: SandboxCashier | null;
  search: Search;
  shop: Shop;
  operatorEvents: OperatorEvents;
  siteName(): Promise<string>;
  support: Support;
  wallet: Wallet;
};

const HOUR_MS = 3600 * 1000;
const FIVE_MINUTES_MS = 5 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const SMS_REPORTS_MS = 30 * 1000;
/** Readers wait for their coins. */
const ORDERS_MS = 5_000;
/**
 * Many chapters are published on the hour. Until their facts are updated, every listing computes them itself. If the process
 * is killed, the views of this time are lost.
 */
const FREQUENT_MS = 2_000;

/** Starts the periodic jobs of the modules. */
export function startAppJobs(modules: Modules, parts: JobParts) {
  const { account, backups, catalog, figures, reading, recommend, rewards, sandbox, search, shop, support, wallet } =
    modules;
  const { alerting, disks, operatorEvents, siteName } = modules;
  const jobs = startJobs(
    {
      'listing-facts': { everyMs: FREQUENT_MS, node: 'every', run: catalog.listings.updateFacts },
      views: { everyMs: FREQUENT_MS, node: 'every', run: () => reading.views.flush() },
      rankings: { everyMs: FREQUENT_MS, node: 'every', run: reading.renewRankings },
      'search-index': { everyMs: FREQUENT_MS, node: 'every', run: search.updateIndex },
      'searched-words': { everyMs: FREQUENT_MS, node: 'every', run: search.flush },
      'search-views': { everyMs: FIVE_MINUTES_MS, node: 'one', run: search.renewViews },
      recommendations: { everyMs: FIVE_MINUTES_MS, node: 'one', run: recommend.renew },
      orders: { everyMs: ORDERS_MS, node: 'every', run: shop.processDue },
      'sandbox-notifications': { everyMs: ORDERS_MS, node: 'every', run: async (now) => sandbox?.tellDue(now) },
      'sms-budget': { everyMs: MINUTE_MS, node: 'every', run: account.smsBudget.look },
      // Each node exports the counts. The second node finds no reports left to fetch.
      'sms-reports': { everyMs: SMS_REPORTS_MS, node: 'one', run: account.reports.fetch },
      'order-count': { everyMs: MINUTE_MS, node: 'every', run: shop.count },
      // Each node exports its findings. These jobs read much, so they run on one node at a time.
      'wallet-check': { everyMs: FIVE_MINUTES_MS, node: 'one', run: wallet.check },
      'order-check': { everyMs: FIVE_MINUTES_MS, node: 'one', run: shop.check },
      // There is work only in some minutes of a day.
      reconciliation: { everyMs: FIVE_MINUTES_MS, node: 'one', run: shop.reconcileDue },
      'rewards-check': { everyMs: FIVE_MINUTES_MS, node: 'one', run: rewards.check },
      figures: { everyMs: FIVE_MINUTES_MS, node: 'one', run: figures.totalDueDays },
      // For the disks of this machine, also without the database: a full disk may be the cause.
      'disk-space': { everyMs: FREQUENT_MS, node: 'every', run: disks.look },
      'disk-days': { everyMs: FIVE_MINUTES_MS, node: 'every', run: (now) => noteDisks(parts.pool, disks, now) },
      sightings: {
        everyMs: MINUTE_MS,
        node: 'every',
        run: (now) => saveOperatorEvents(parts.pool, operatorEvents, now),
      },
      alerts: {
        everyMs: MINUTE_MS,
        node: 'one',
        run: async (now) => {
          if (alerting)
            await lookForTrouble(alerting, { ...parts, disks, siteName, smsBudget: account.smsBudget }, now);
        },
      },
      'backup-time': { everyMs: MINUTE_MS, node: 'every', run: backups.look },
      'signing-keys': { everyMs: HOUR_MS, node: 'every', run: catalog.renewKeys },
      'account-sweep': { everyMs: HOUR_MS, node: 'one', run: account.sweep },
      'reading-sweep': { everyMs: HOUR_MS, node: 'one', run: reading.sweep },
      'search-sweep': { everyMs: HOUR_MS, node: 'one', run: search.sweep },
      'shop-sweep': { everyMs: HOUR_MS, node: 'one', run: shop.sweep },
      'support-sweep': { everyMs: HOUR_MS, node: 'one', run: support.pictures.sweep },
      'wallet-sweep': { everyMs: HOUR_MS, node: 'one', run: wallet.sweep },
    },
    parts,
  );

  return {
    /** Runs the jobs that run every few seconds now. */
    async runFrequentJobs(now: Date): Promise<void> {
      await Promise.all([
        jobs.attempt('listing-facts', now),
        jobs.attempt('views', now),
        jobs.attempt('searched-words', now),
      ]);
      await Promise.all([jobs.attempt('rankings', now), jobs.attempt('search-index', now)]);
      await jobs.attempt('orders', now);
      await jobs.attempt('order-count', now);
      await jobs.attempt('sms-reports', now);
      await jobs.attempt('backup-time', now);
      await jobs.attempt('sms-budget', now);
      await jobs.attempt('sightings', now);
      await jobs.attempt('alerts', now);
      await jobs.attempt('sandbox-notifications', now);
    },
    /** Runs the hourly jobs now. They end and delete expired things. */
    async sweep(now: Date): Promise<void> {
      // Views must be totalled before they are swept.
      await jobs.run('figures', now);
      await Promise.all([
        jobs.run('account-sweep', now),
        jobs.run('signing-keys', now),
        jobs.run('reading-sweep', now),
        jobs.run('search-sweep', now),
        jobs.run('search-views', now),
        jobs.run('recommendations', now),
        jobs.run('shop-sweep', now),
        jobs.run('support-sweep', now),
        jobs.run('wallet-sweep', now),
      ]);
    },
    /** Compares the bills of the channels with the orders now. */
    reconcile: (now: Date) => jobs.run('reconciliation', now),
    stop: jobs.stop,
  };
}

async function saveOperatorEvents(pool: Pool, operatorEvents: OperatorEvents, now: Date): Promise<void> {
  for (const event of operatorEvents.take()) await addOperatorEvent(pool, event, now);
}

async function noteDisks(pool: Pool, disks: DiskWatch, now: Date): Promise<void> {
  for (const { path, usedBytes } of disks.seen()) await noteDisk(pool, path, usedBytes, now);
}
