import type { BillLine } from '../channel.ts';

/** The sums of a bill in one of its currencies. */
export type BillSums = {
  currency: string;
  payments: number;
  paid: number;
  refunds: number;
  refunded: number;
  fee: number;
};

/** The sums of a bill for each currency. */
export function sumsOf(lines: readonly BillLine[]): BillSums[] {
  const byCurrency = [...Map.groupBy(lines, ({ currency }) => currency)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byCurrency.map(([currency, listed]) => {
    const [refunds, payments] = [
      listed.filter(({ refundNo }) => refundNo !== null),
      listed.filter(({ refundNo }) => refundNo === null),
    ];
    return {
      currency,
      payments: payments.length,
      paid: total(payments),
      refunds: refunds.length,
      refunded: total(refunds),
      fee: listed.reduce((sum, { fee }) => sum + fee, 0),
    };
  });
}

function total(lines: readonly BillLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
