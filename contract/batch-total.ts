/** The value of one code of a batch, and the number of codes. */
type BatchContent = Record<'count' | 'coins' | 'bonus' | 'tickets' | 'passDays' | 'priceFen', number>;

/** The value of all codes of a batch together. */
export function batchTotal({ count, coins, bonus, tickets, passDays, priceFen }: BatchContent) {
  return {
    coins: count * coins,
    bonus: count * bonus,
    tickets: count * tickets,
    passDays: count * passDays,
    priceFen: count * priceFen,
  };
}
