export type MovementKind = 'payment' | 'refund';

/** Money that moved, by the number that both sides know it by: of a payment the transaction, of a refund its own. */
export type Movement = {
  kind: MovementKind;
  no: string;
  /** Empty where the channel names none. */
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
  /** Null where it is theirs only; of a payment that was not accepted, the price of the order. */
  ourAmount: number | null;
  /** Null where it is ours only. */
  theirAmount: number | null;
  /** Of both amounts: what one side knows in another currency is no match. */
  currency: string;
  at: Date;
};

export type Compared = {
  matched: number;
  /** Of something else that the same account sells. */
  foreign: number;
  differences: Difference[];
};

/** Holds a bill against our records; `priceOf` = of an order that is here, null where it is not, or has its price in another currency. */
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

/** Something that stands in a bill twice counts twice. */
function byNumber(movements: readonly Movement[]): Map<string, Movement> {
  const found = new Map<string, Movement>();
  for (const movement of movements) {
    const key = `${movement.kind} ${movement.no} ${movement.currency}`;
    const amount = movement.amount + (found.get(key)?.amount ?? 0);
    found.set(key, { ...movement, amount });
  }
  return found;
}
