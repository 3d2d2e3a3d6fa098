import { FIVE_MINUTES_MS, HOUR_MS, MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { shopCalls } from './calls.ts';
import type { Shop } from './shop.ts';

/** Readers wait for their coins. */
const ORDERS_MS = 5_000;

/** Topping up. */
export function shopModule(shop: Shop): Module {
  return {
    calls: shopCalls(shop),
    jobs: {
      orders: { everyMs: ORDERS_MS, node: 'every', run: shop.processDue },
      'order-count': { everyMs: MINUTE_MS, node: 'every', run: shop.count },
      'order-check': { everyMs: FIVE_MINUTES_MS, node: 'one', run: shop.check },
      // There is work only in some minutes of a day.
      reconciliation: { everyMs: FIVE_MINUTES_MS, node: 'one', run: shop.reconcileDue },
      'shop-sweep': { everyMs: HOUR_MS, node: 'one', run: shop.sweep },
    },
    metrics: [
      {
        name: 'manyu_shop_invariants_broken',
        help: 'Invariants of orders broken at the last check.',
        read: shop.broken,
      },
      {
        name: 'manyu_orders',
        help: 'Top-up orders, by state; paid ones are still to be granted.',
        label: 'state',
        read: shop.counted,
      },
      {
        name: 'manyu_bill_differences',
        help: 'Differences between the bills of the channels and our records in the last days, by class.',
        label: 'class',
        read: shop.countedDifferences,
      },
    ],
    dataOwners: [shop.dataOwner],
  };
}
