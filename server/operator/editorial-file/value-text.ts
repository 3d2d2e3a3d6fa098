import { minorDigits } from '#contract/currencies';
import { shanghaiText } from './span-text.ts';

const LONGEST = 60;
/** Lists of numbers that mean something by themselves. */
const LISTED: readonly string[] = ['bonus', 'tickets', 'gradeBonus'];
const NOTHING = '（无）';

/** The value of a field for people; null if it is too long or of no use to them. */
export function valueText(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return NOTHING;
  switch (typeof value) {
    case 'string':
      if (name === 'kind') return value === 'ticket' ? '阅读券' : '赠币';
      if (name === 'start' || name === 'end') return shanghaiText(value);
      return value.length > LONGEST ? null : value;
    case 'number':
      return name.endsWith('Fen') ? `${value / 100} 元` : String(value);
    case 'boolean':
      return value ? '是' : '否';
    default:
      if (Array.isArray(value)) return LISTED.includes(name) ? value.join('、') : null;
      if (name === 'prices') return pricesText(value);
      return isLimit(value) ? `一单 ${limitText(value.orderFen)}，一天 ${limitText(value.dayFen)}` : null;
  }
}

/** Amounts in the smallest unit by currency. */
function pricesText(prices: object): string {
  return Object.entries(prices)
    .map(([code, amount]) => `${code} ${amount / 10 ** minorDigits(code)}`)
    .join('，');
}

function isLimit(value: object): value is { orderFen: number | null; dayFen: number | null } {
  return 'orderFen' in value && 'dayFen' in value;
}

function limitText(fen: number | null): string {
  return fen === null ? '不限' : `${fen / 100} 元`;
}
