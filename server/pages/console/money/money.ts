import type { Pool } from 'pg';
import type { Served } from '../../../core/dispatch/dispatch.ts';
import type { Editorial } from '../../../modules/editorial/editorial.ts';
import type { Shop } from '../../../modules/shop/shop.ts';
import { billCalls } from './bills.ts';
import { bookCalls } from './books.ts';
import { type CheckChannel, channelCalls } from './channels.ts';
import { orderCalls } from './orders.ts';
import { redeemingCalls } from './redeeming.ts';
import { requestCalls } from './refund-requests.ts';
import { refundCalls } from './refunds.ts';

export type MoneyParts = { pool: Pool; shop: Shop; editorial: Pick<Editorial, 'parts'>; checkChannel: CheckChannel };

export function moneyCalls(parts: MoneyParts): Served[] {
  return [
    ...orderCalls(parts),
    ...refundCalls(parts),
    ...requestCalls(parts),
    ...bookCalls(parts.pool),
    ...billCalls(parts),
    ...channelCalls(parts),
    ...redeemingCalls(parts.pool),
  ];
}
