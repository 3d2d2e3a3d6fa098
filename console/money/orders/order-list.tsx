import type { DataOf } from '#contract/call';
import { orderList, orderSums } from '#contract/console/orders';
import { moneyText } from '#contract/currencies';
import { EmptyState } from '../../../ui/states.tsx';
import { useFilter } from '../../parts/filter.ts';
import { LoadMore } from '../../parts/load-more.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { timeText } from '../../parts/time.ts';
import { useAnswer } from '../../runtime/queries.ts';
import { filterOf, OrderFilter, type OrderFilterValues } from './order-filter.tsx';
import { RefundRequests } from './refund-requests.tsx';
import { STATES } from './words.ts';

type Row = DataOf<typeof orderList>['list'][number];

/** The orders of a filter, which is in the address, and their sums. */
export function OrderList() {
  const { get } = useFilter();
  const filter = filterOf(get);
  return (
    <>
      <RefundRequests />
      <OrderFilter />
      <Sums filter={filter} />
      <LoadMore call={orderList} filter={{ ...filter, size: 50 }}>
        {(orders) =>
          orders.length === 0 ? (
            Object.values(filter).every((value) => value === undefined) ? (
              <EmptyState title="还没有订单" hint="读者在「充值」里下了单，就会出现在这里" />
            ) : (
              <EmptyState title="没有符合条件的订单" hint="号码要写全；读者写编号" />
            )
          ) : (
            <Rows
              label="订单"
              rows={orders}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              linkOf={({ no }) => `/money/orders/${no}`}
            />
          )
        }
      </LoadMore>
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { title: '订单', cell: ({ no }) => <span className="font-mono text-sm break-all">{no}</span> },
  { title: '下单', cell: ({ at }) => timeText(at) },
  { title: '商品', cell: ({ title }) => title },
  { title: '读者', cell: ({ readerId }) => readerId ?? '已注销' },
  { title: '渠道', cell: ({ channel }) => channel },
  {
    title: '状态',
    cell: ({ state }) => <span className={state === 'paid' ? 'text-warm' : ''}>{STATES[state]}</span>,
  },
  { title: '金额', isNumber: true, cell: ({ amount, currency }) => moneyText(amount, currency) },
  {
    title: '已退',
    isNumber: true,
    cell: ({ refunded, currency }) => (refunded > 0 ? moneyText(refunded, currency) : '无'),
  },
];

function Sums({ filter }: { filter: OrderFilterValues }) {
  const { data } = useAnswer(orderSums, filter);
  return (
    <ul aria-label="合计" className="min-h-6 text-sm text-soft">
      {data?.list.map(({ currency, orders, payments, paid, refunded }) => (
        <li key={currency}>
          共 {orders.toLocaleString('zh-CN')} 张，付款 {payments.toLocaleString('zh-CN')} 张{' '}
          <b className="font-medium text-ink">{moneyText(paid, currency)}</b>，已退（含退款中）
          <b className="font-medium text-ink">{moneyText(refunded, currency)}</b>
        </li>
      ))}
    </ul>
  );
}
