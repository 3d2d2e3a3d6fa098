import { LIST_CURRENCY } from '#contract/currencies';
import { yuanText } from '../../../features/buying/yuan/yuan-text.ts';

/** What a reader may still top up, in fen; null = no limit. Orders that may still be paid are `unpaid`. */
export type ChargeLimits = { order: number | null; today: number | null; unpaid: number };

/**
 * Why a package can't be bought now, as text; null if it can. Limits count the listed price, which the text names if another
 * price is paid.
 */
export function limitText(cash: number, limits: ChargeLimits, currency: string): string | null {
  const text = listLimitText(cash, limits);
  return text === null || currency === LIST_CURRENCY ? text : `${text}（按标价 ${yuanText(cash)} 算）`;
}

function listLimitText(cash: number, { order, today, unpaid }: ChargeLimits): string | null {
  if (today !== null && cash > today) {
    return today === 0 ? '今天的充值已到限额，明天再来吧' : `今天还能充 ${yuanText(today)}`;
  }
  if (today !== null && cash + unpaid > today) return `先支付未完成的 ${yuanText(unpaid)}，或等它半小时后关闭`;
  return order !== null && cash > order ? `单笔最多 ${yuanText(order)}` : null;
}
