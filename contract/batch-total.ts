/** What a code of a batch gives, and the number of codes. */
type BatchContent = Record<'count' | 'coins' | 'bonus' | 'tickets' | 'passDays' | 'priceFen', number>;

/** What all codes of a batch give together. */
export function batchTotal({ count, coins, bonus, tickets, passDays, priceFen }: BatchContent) {
  return {
    coins: count * coins,
    bonus: count * bonus,
    tickets: count * tickets,
    passDays: count * passDays,
    priceFen: count * priceFen,
  };
}
