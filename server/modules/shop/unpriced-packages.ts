import type { Channel } from './channel.ts';
import { isSold } from './items.ts';
import { priceIn } from './money.ts';

type Sold = Parameters<typeof priceIn>[0] & Parameters<typeof isSold>[0] & { title: string };

/** Which packages a channel does not sell because they have no price in its currency, in one sentence; null = none. */
export function unpricedPackages(
  { currency }: Pick<Channel, 'currency'>,
  packages: readonly Sold[],
  now: Date,
): { text: string; sellsNothing: boolean } | null {
  const sold = packages.filter((item) => isSold(item, now));
  const unpriced = sold.filter((item) => priceIn(item, currency) === null);
  if (unpriced.length === 0) return null;
  const sellsNothing = unpriced.length === sold.length;
  const so = sellsNothing ? '都不由它卖，所以读者看不到它' : '不由它卖';
  const titles = unpriced.map(({ title }) => `「${title}」`).join('、');
  const text = `收 ${currency}，没有写 ${currency} 价的商品${so}：${titles}（价写在编辑文件 packages 的 prices 里）`;
  return { text, sellsNothing };
}
