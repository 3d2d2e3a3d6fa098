import * as v from 'valibot';
import type { BillLine } from '../../../modules/shop/shop.ts';
import type { StripeClient } from './client.ts';
import { Movement, pageOf, Source } from './objects.ts';

const PAYMENTS: readonly string[] = ['charge', 'payment'];
const REFUNDS: readonly string[] = ['refund', 'payment_refund'];
const DAY_S = 24 * 3600;
const Page = pageOf(Movement);

/** The bill of a day in Shanghai, from the balance transactions. Only payments and refunds are included, no payouts. */
export async function readBill(client: StripeClient, day: string, signal: AbortSignal): Promise<BillLine[]> {
  const from = Date.parse(`${day}T00:00:00+08:00`) / 1000;
  const lines: BillLine[] = [];
  let after: string | undefined;
  do {
    const fields = {
      'created[gte]': String(from),
      'created[lt]': String(from + DAY_S),
      limit: '100',
      'expand[]': 'data.source',
      ...(after && { starting_after: after }),
    };
    const page = await client.call({ method: 'GET', path: '/v1/balance_transactions', fields }, Page, signal);
    lines.push(...page.data.flatMap(linesOf));
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return lines;
}

function linesOf(movement: v.InferOutput<typeof Movement>): BillLine[] {
  const isRefund = REFUNDS.includes(movement.type);
  if (!isRefund && !PAYMENTS.includes(movement.type)) return [];
  const source = v.parse(Source, movement.source);
  return [
    {
      orderNo: source.metadata?.order ?? '',
      transactionId: source.payment_intent ?? source.id,
      refundNo: isRefund ? (source.metadata?.refund_no ?? source.id) : null,
      amount: source.amount,
      fee: feeIn(source, movement),
      currency: source.currency.toUpperCase(),
      at: new Date(movement.created * 1000),
    },
  ];
}

/** The fee in the currency of the payment. If Stripe has converted the payment, the same rate applies to the fee. */
function feeIn(
  { currency, amount }: v.InferOutput<typeof Source>,
  { fee, currency: paidOutIn, amount: paidOut }: v.InferOutput<typeof Movement>,
): number {
  return paidOutIn === currency || paidOut === 0 ? fee : Math.round((fee * amount) / Math.abs(paidOut));
}
