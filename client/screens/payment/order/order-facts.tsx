import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { grantText, refundText } from './order-words.ts';
import type { Order } from './use-order.ts';

export function OrderFacts({ order, names }: { order: Order; names: AssetNames }) {
  const facts = [
    ['商品', order.title],
    ['到账', grantText(order, names)],
    ['金额', moneyText(order.amount, order.currency)],
    ...order.refunds.map((refund) => ['退款', refundText(refund, order, names)]),
    ['支付方式', order.channel.name],
    ['订单号', order.orderId],
  ];
  return (
    <dl className="rounded-2xl bg-sunken px-4 text-sm">
      {facts.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts keep their order.
        <div key={index} className="flex min-h-11 items-center gap-3 border-b border-line last:border-0">
          <dt className="shrink-0 text-soft">{name}</dt>
          <dd className="min-w-0 flex-1 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
