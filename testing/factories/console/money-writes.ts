import { randomUUID } from 'node:crypto';
import { chargeSubmit } from '#contract/calls/wallet';
import * as bills from '#contract/console/bills';
import { monthExport } from '#contract/console/books';
import { figuresExport } from '#contract/console/figures';
import * as orders from '#contract/console/orders';
import * as redeeming from '#contract/console/redeeming';
import { shanghaiDay } from '../../../server/core/time/shanghai-day.ts';
import { alipayBill, linesOf } from '../../gateways/bills.ts';
import { newAddress, signedIn } from '../readers.ts';
import { newRequest, orderBy, press, send } from '../shop.ts';
import { type ConsoleBench, type Sample, sample } from './bench.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The only default package above the limit of one person: ¥328. */
const LARGE = 6;

/** The writes to orders, bills and codes, and the exports. */
export const MONEY_WRITES: readonly Sample[] = [
  sample(orders.refundOrder, async (bench) => ({ payload: await refund(bench, await paid(bench)) })),
  sample(orders.refundOrder, async (bench) => ({ payload: await refund(bench, await paid(bench, LARGE)) }), 'request'),
  sample(orders.approveRefund, async (bench) => {
    const { id, no } = await refundRequest(bench);
    const { refundNo, taken } = await refund(bench, no);
    return { payload: { id, refundNo, taken } };
  }),
  sample(orders.rejectRefund, async (bench) => ({ payload: { id: (await refundRequest(bench)).id } })),
  sample(monthExport, () => ({ payload: { month: shanghaiDay(new Date()).slice(0, 7) } })),
  sample(bills.billReconcile, async (bench) => {
    const { day, lines } = await paidBefore(bench);
    bench.gateway.setBill(day, lines);
    return { payload: { channel: bench.gateway.channel.id, day } };
  }),
  sample(bills.billUpload, async (bench) => {
    const { day, lines } = await paidBefore(bench);
    return { payload: { channel: bench.gateway.channel.id, day, file: alipayBill(lines).toString('base64') } };
  }),
  sample(redeeming.batchCreate, () => ({ payload: batch(1) })),
  sample(redeeming.batchCreate, () => ({ payload: batch(10_000) }), 'request'),
  sample(redeeming.batchApprove, async (bench) => ({ payload: { id: await batchRequest(bench, 'second') } })),
  sample(redeeming.batchMake, async (bench) => {
    const id = await batchRequest(bench, 'owner');
    await bench.ask(redeeming.batchApprove, { id });
    return { payload: { id } };
  }),
  sample(redeeming.batchStop, async ({ ask }) => ({
    payload: { id: (await ask(redeeming.batchCreate, batch(1))).id, reason: '不发了' },
  })),
  sample(figuresExport, () => {
    const day = shanghaiDay(new Date());
    return { payload: { from: day, to: day, table: 'days' as const } };
  }),
];

/** The number of a paid order. */
export async function paid({ site }: ConsoleBench, itemId?: number): Promise<string> {
  const { id, token } = await signedIn(site);
  // Others may pay ¥50 at most.
  await site.pool.query('update account.reader set adult = true where id = $1', [id]);
  const { orderId, cashier } = await orderBy(site, token, itemId === undefined ? {} : { itemId });
  await press(site, cashier, 'pay');
  return orderId;
}

/** A payload that refunds an order as it was previewed. */
async function refund({ ask }: ConsoleBench, no: string) {
  const { amount, refundNo, taken } = await ask(orders.refundPreview, { no, amount: null, takesBack: true });
  return { no, amount, takesBack: true, reason: '读者要求', refundNo, taken };
}

/** A request of another person to refund a large order. */
async function refundRequest(bench: ConsoleBench): Promise<{ id: number; no: string }> {
  const no = await paid(bench, LARGE);
  await bench.ask(orders.refundOrder, await refund(bench, no));
  const { list } = await bench.ask(orders.refundRequests, {});
  return { id: list.find(({ orderNo }) => orderNo === no)?.id ?? 0, no };
}

/** A day whose bill is made at any hour, and the lines of the bill. */
export async function paidBefore(bench: ConsoleBench) {
  const { site, gateway } = bench;
  const { token } = await signedIn(site);
  const then = new Date(Date.now() - 2 * DAY_MS);
  bench.setTime(then);
  const wish = newRequest({ channel: gateway.channel.id, scene: 'pc' });
  const { data } = await site.call(chargeSubmit, wish, { token, remoteAddress: newAddress() });
  await send(site, gateway.channel, gateway.pay(data?.orderId ?? '', {}));
  bench.setTime(null);
  const day = shanghaiDay(then);
  return { day, lines: linesOf(gateway, day) };
}

/** The terms of a batch of codes for bonus. */
export function batch(bonus: number) {
  const [from, until] = [0, 5].map((days) => shanghaiDay(new Date(Date.now() + days * DAY_MS)));
  const terms = { name: '线下卡', count: 20, coins: 0, tickets: 0, priceFen: 0, validDays: 90, usesPerReader: 2 };
  return { ...terms, bonus, from: from ?? '', until: until ?? '', key: randomUUID() };
}

/** The id of a batch above the limit of one person, which waits for the approval of another one. */
async function batchRequest({ ask, ...people }: ConsoleBench, by: 'owner' | 'second'): Promise<number> {
  return (await ask(redeeming.batchCreate, batch(10_000), people[by])).id;
}
