import * as bills from '#contract/console/bills';
import { lastChecks, monthReport } from '#contract/console/books';
import * as orders from '#contract/console/orders';
import * as redeeming from '#contract/console/redeeming';
import { shanghaiDay } from '../../../server/core/time/shanghai-day.ts';
import { addCode } from '../redeeming.ts';
import { type Sample, sample } from './bench.ts';
import { batch, paid, paidBefore } from './money-writes.ts';

const MONTH = { month: shanghaiDay(new Date()).slice(0, 7) };
const nothing = () => ({ payload: {} });

/** The calls about money that change nothing. */
export const MONEY_READS: readonly Sample[] = [
  ...[orders.orderList, orders.orderSums, orders.orderChoices, orders.refundRequests].map((call) =>
    sample(call, nothing),
  ),
  ...[lastChecks, bills.unmatchedNotifications, redeeming.batchList].map((call) => sample(call, nothing)),
  sample(orders.orderShow, async (bench) => ({ payload: { no: await paid(bench) } })),
  sample(orders.refundPreview, async (bench) => ({
    payload: { no: await paid(bench), amount: null, takesBack: true },
  })),
  sample(monthReport, () => ({ payload: MONTH })),
  sample(bills.billList, () => ({ payload: MONTH })),
  sample(bills.billShow, async (bench) => {
    const { day, lines } = await paidBefore(bench);
    const which = { channel: bench.gateway.channel.id, day };
    bench.gateway.setBill(day, lines);
    await bench.ask(bills.billReconcile, which);
    return { payload: which };
  }),
  sample(redeeming.batchShow, async ({ ask }) => ({
    payload: { id: (await ask(redeeming.batchCreate, batch(1))).id },
  })),
  sample(redeeming.batchPreview, () => ({ payload: batch(1) })),
  sample(redeeming.codeFind, async ({ site }) => ({ payload: { code: await addCode(site) } })),
];
