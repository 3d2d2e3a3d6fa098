import { comicList } from '#contract/console/comics';
import { orderList } from '#contract/console/orders';
import { findReaders } from '#contract/console/readers';
import { moneyText } from '#contract/currencies';
import { request } from '../runtime/request.ts';

type SearchHit = { to: string; what: string; title: string; note: string };

const LISTED = 5;
/** The longest number that can be the id of a reader. A longer one is the number of an order or a transaction. */
const LONGEST_ID = 15;

const NAMES = { '/comics': '漫画', '/readers': '读者', '/money': '订单' } as const;
type Page = keyof typeof NAMES;
export const FOUND_IN = Object.keys(NAMES) as Page[];

/** The label of the search field; names the subjects that the person may search. */
export function findLabel(pages: readonly string[]): string {
  return `查找${FOUND_IN.flatMap((page) => (pages.includes(page) ? [NAMES[page]] : [])).join('、')}`;
}

/** Searches the pages that the person may open. A number finds a reader first, any other text a comic. */
export async function findAll(q: string, pages: readonly string[]): Promise<SearchHit[]> {
  const isNumber = /^\d+$/.test(q);
  const order: readonly Page[] = isNumber ? ['/readers', '/comics', '/money'] : ['/comics', '/money', '/readers'];
  const found = order.flatMap((page) => (pages.includes(page) ? [FIND[page](q, isNumber)] : []));
  return (await Promise.all(found)).flat();
}

const FIND: Readonly<Record<Page, (q: string, isNumber: boolean) => Promise<SearchHit[]>>> = {
  async '/comics'(q) {
    const { list } = await request(comicList, { q, size: LISTED });
    return list.map(({ id, title, code }) => ({ to: `/comics/${id}`, what: '漫画', title, note: code }));
  },
  async '/readers'(q) {
    const { list } = await request(findReaders, { q });
    return list.map(({ id, nickname }) => ({
      to: `/readers/${id}`,
      what: '读者',
      title: nickname,
      note: `编号 ${id}`,
    }));
  },
  async '/money'(q, isNumber) {
    // A shorter number finds the orders of a reader, who is found already.
    if (isNumber && q.length <= LONGEST_ID) return [];
    const { list } = await request(orderList, { text: q, size: LISTED });
    return list.map(({ no, title, amount, currency }) => {
      return { to: `/money/orders/${no}`, what: '订单', title: no, note: `${title} ${moneyText(amount, currency)}` };
    });
  },
};
