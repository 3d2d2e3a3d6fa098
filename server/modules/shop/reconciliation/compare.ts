export type MovementKind = 'payment' | 'refund';

/** Money that moved, by the number that both sides know it by: of a payment the transaction, of a refund its own. */
export type Movement = {
  kind: MovementKind;
  no: string;
  /** Empty where the channel names none. */
  orderNo: string;
  cashFen: number;
  at: Date;
};

export type DifferenceClass = 'ours-only' | 'theirs-only' | 'amount-differs';

export type Difference = {
  kind: MovementKind;
  no: string;
  class: DifferenceClass;
  orderNo: string;
  /** Null where it is theirs only; of a payment that was not accepted, the price of the order. */
  ourFen: number | null;
  /** Null where it is ours only. */
  theirFen: number | null;
  at: Date;
};

export type Compared = {
  matched: number;
  /** Of something else that the same account sells. */
  foreign: number;
  differences: Difference[];
};

/** Holds a bill against our records; `priceOf` = of an order that is here, null where it is not. */
export function compare(
  theirs: readonly Movement[],
  ours: readonly Movement[],
  priceOf: (orderNo: string) => number | null,
): Compared {
  const [there, here] = [byNumber(theirs), byNumber(ours)];
  const compared: Compared = { matched: 0, foreign: 0, differences: [] };
  const { differences } = compared;
  for (const [key, { cashFen, ...movement }] of there) {
    const ourFen = here.get(key)?.cashFen ?? (movement.kind === 'payment' ? priceOf(movement.orderNo) : null);
    if (here.get(key)?.cashFen === cashFen) compared.matched++;
    else if (ourFen === null && movement.orderNo === '') compared.foreign++;
    else if (ourFen === null || ourFen === cashFen)
      differences.push({ ...movement, class: 'theirs-only', ourFen: null, theirFen: cashFen });
    else differences.push({ ...movement, class: 'amount-differs', ourFen, theirFen: cashFen });
  }
  for (const [key, { cashFen, ...movement }] of here)
    if (!there.has(key)) differences.push({ ...movement, class: 'ours-only', ourFen: cashFen, theirFen: null });
  return compared;
}

/** Something that stands in a bill twice counts twice. */
function byNumber(movements: readonly Movement[]): Map<string, Movement> {
  const found = new Map<string, Movement>();
  for (const movement of movements) {
    const key = `${movement.kind} ${movement.no}`;
    const cashFen = movement.cashFen + (found.get(key)?.cashFen ?? 0);
    found.set(key, { ...movement, cashFen });
  }
  return found;
}
