import type { BackupTime } from './backup/backup-time.ts';
import type { Metrics } from './core/metrics.ts';
import type { DiskWatch } from './disk/disk-watch.ts';
import type { Account } from './modules/account/account.ts';
import type { Reading } from './modules/reading/reading.ts';
import type { Rewards } from './modules/rewards/rewards.ts';
import type { Shop } from './modules/shop/shop.ts';
import type { Wallet } from './modules/wallet/wallet.ts';

type Modules = {
  account: Account;
  backups: BackupTime;
  disks: DiskWatch;
  reading: Reading;
  rewards: Rewards;
  shop: Shop;
  wallet: Wallet;
};

/** Exports what the modules count and what their checks find. */
export function watchModules(
  metrics: Metrics,
  { account, backups, disks, reading, rewards, shop, wallet }: Modules,
): void {
  metrics.watchEach('manyu_disk_free_bytes', 'Room on the disks, by what is on them.', 'place', () =>
    Object.fromEntries(disks.seen().map(({ name, freeBytes }) => [name, freeBytes])),
  );
  metrics.watch('manyu_last_backup_timestamp_seconds', 'When the site was backed up last; 0 = never.', backups.seconds);
  metrics.watch('manyu_views_waiting', 'Views counted in memory, not yet in the database.', reading.views.waiting);
  metrics.watch('manyu_wallet_invariants_broken', 'Invariants of the ledger broken at the last check.', wallet.broken);
  metrics.watch('manyu_shop_invariants_broken', 'Invariants of orders broken at the last check.', shop.broken);
  metrics.watch(
    'manyu_rewards_invariants_broken',
    'Invariants of gifts and attendance broken at the last check.',
    rewards.broken,
  );
  metrics.watchEach(
    'manyu_orders',
    'Top-up orders, by state; paid ones are still to be granted.',
    'state',
    shop.counted,
  );
  metrics.watch(
    'manyu_sms_sent_today',
    'Text messages that count towards the budget of this day.',
    account.smsBudget.spent,
  );
  metrics.watch('manyu_sms_daily_budget', 'The most text messages of a day.', () => account.smsBudget.ofDay);
  metrics.watchEach(
    'manyu_sms_day',
    'Text messages that gateways took in the last day, by whether they arrived.',
    'state',
    account.reports.counted,
  );
  metrics.watchEach(
    'manyu_bill_differences',
    'Differences between the bills of the channels and our records in the last days, by class.',
    'class',
    shop.countedDifferences,
  );
}
