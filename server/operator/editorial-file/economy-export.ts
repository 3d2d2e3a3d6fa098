import { minorDigits } from '#contract/currencies';
import type { EditorialState } from '../../modules/editorial/editing.ts';
import { spanOf } from './span-text.ts';

type Economy = Pick<EditorialState, 'packages' | 'discounts' | 'limits' | 'gifts' | 'attendance'>;

/** The prices, gifts and attendance rewards in the format of the editorial file. */
export function economyText({ packages, discounts, limits, gifts, attendance }: Economy) {
  const { bonus, tickets, repairCost, bonusDays, ticketDays, gradeBonus, passBonus = null } = attendance;
  return {
    packages: packages.map(({ id, title, cashFen, prices, coins, days, bonus, firstBonus, badge, start, end }) => ({
      id,
      title,
      price: yuanOf(cashFen),
      ...(prices && { prices: mapped(prices) }),
      ...(days === undefined ? { coins } : { days }),
      ...(bonus > 0 && { bonus }),
      ...(firstBonus > 0 && { firstBonus }),
      ...(badge !== '' && { badge }),
      ...spanOf({ start, end }),
    })),
    discounts: discounts.map(({ chapters, percent, pass }) => (pass ? { pass, percent } : { chapters, percent })),
    limits: { adult: limitOf(limits.adult), undeclared: limitOf(limits.undeclared) },
    gifts: gifts.map(({ id, title, to, kind, amount, validDays, start, end }) => ({
      id,
      title,
      ...(to.readers === 'listed' ? { readers: to.ids } : { to: to.readers }),
      ...('days' in to && { days: to.days }),
      ...(kind === 'bonus' ? { bonus: amount } : { tickets: amount }),
      validDays,
      ...spanOf({ start, end }),
    })),
    attendance: {
      bonus,
      tickets,
      repairCost,
      bonusDays,
      ticketDays,
      gradeBonus,
      passBonus,
    },
  };
}

function limitOf({ orderFen, dayFen }: Economy['limits']['adult']) {
  return { order: optionalYuanOf(orderFen), day: optionalYuanOf(dayFen) };
}

function mapped(prices: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(prices).map(([code, amount]) => [code, amount / 10 ** minorDigits(code)]));
}

function optionalYuanOf(fen: number | null): number | null {
  return fen === null ? null : yuanOf(fen);
}

/** Dividing by 100 gives the number that prints as the exact decimal: 650 fen are 6.5. */
function yuanOf(fen: number): number {
  return fen / 100;
}
