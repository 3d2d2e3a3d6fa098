export type MovementKind = 'payment' | 'refund';

/** A payment or refund with the number that both sides know: of the transaction, or of the refund. */
export type Movement = {
  kind: MovementKind;
  no: string;
  /** Empty if the channel names none. */
  orderNo: string;
  amount: number;
  currency: string;
  at: Date;
};

export type DifferenceClass = 'ours-only' | 'theirs-only' | 'amount-differs';

export type Difference = {
  kind: MovementKind;
  no: string;
  class: DifferenceClass;
  orderNo: string;
  /** `null` if only the bill has it. The price of the order if the payment was not accepted. */
  ourAmount: number | null;
  /** `null` if only our records have it. */
  theirAmount: number | null;
  /** The currency of both amounts. Amounts in different currencies do not match. */
  currency: string;
  at: Date;
};

export type Compared = {
  matched: number;
  /** A line of something else that the same account sells. */
  foreign: number;
  differences: Difference[];
};

/** Compares a bill with our records. `priceOf`: `null` if the order is unknown or has another currency. */
export function compare(
  theirs: readonly Movement[],
  ours: readonly Movement[],
  priceOf: (orderNo: string, currency: string) => number | null,
): Compared {
  const [there, here] = [byNumber(theirs), byNumber(ours)];
  const compared: Compared = { matched: 0, foreign: 0, differences: [] };
  const { differences } = compared;
  for (const [key, { amount, ...movement }] of there) {
    const ourAmount =
      here.get(key)?.amount ?? (movement.kind === 'payment' ? priceOf(movement.orderNo, movement.currency) : null);
    if (here.get(key)?.amount === amount) compared.matched++;
    else if (ourAmount === null && movement.orderNo === '') compared.foreign++;
    else if (ourAmount === null || ourAmount === amount)
      differences.push({ ...movement, class: 'theirs-only', ourAmount: null, theirAmount: amount });
    else differences.push({ ...movement, class: 'amount-differs', ourAmount, theirAmount: amount });
  }
  for (const [key, { amount, ...movement }] of here)
    if (!there.has(key)) differences.push({ ...movement, class: 'ours-only', ourAmount: amount, theirAmount: null });
  return compared;
}

/** Two lines with the same number count twice. */
function byNumber(movements: readonly Movement[]): Map<string, Movement> {
  const found = new Map<string, Movement>();
  for (const movement of movements) {
    const key = `${movement.kind} ${movement.no} ${movement.currency}`;
    const amount = movement.amount + (found.get(key)?.amount ?? 0);
    found.set(key, { ...movement, amount });
  }
  return found;
}
