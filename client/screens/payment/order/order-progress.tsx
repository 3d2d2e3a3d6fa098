import { useEffect } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { type AssetNames, useAssetNames } from '../../../features/buying/unlock/use-asset-names.ts';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { MissingState } from '../../../features/navigation/missing-state.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../../features/navigation/titled-screen.tsx';
import { paths, paymentPath } from '../../../paths.ts';
import { insidePath } from '../inside-path.ts';
import { SandboxNote } from '../sandbox-note.tsx';
import { coinsText, orderText, refundText } from './order-words.ts';
import { returnFrom } from './return-from.ts';
import { departureFor } from './return-way.ts';
import { Unpaid } from './unpaid.tsx';
import { type Order, useOrder } from './use-order.ts';
import { Words } from './words.tsx';

/** How far an order has come: what the reader sees who comes back from a cashier. */
export function OrderProgress({ orderId }: { orderId: string }) {
  const { order, problem, refetch } = useOrder(orderId);
  const names = useAssetNames();
  if (problem === 'missing') {
    return (
      <TitledScreen title="充值订单">
        <MissingState title="没有这张订单" hint="它可能属于别的账号。" />
      </TitledScreen>
    );
  }
  if (problem === 'login') {
    return (
      <TitledScreen title="充值订单">
        <EmptyState title="登录后才能看到订单">
          <Button onClick={refetch}>登录</Button>
        </EmptyState>
      </TitledScreen>
    );
  }
  if (!order) {
    return (
      <TitledScreen title="充值订单">
        {problem ? (
          <ErrorState message="暂时连接不上，正在重试。已经付的钱不会丢。" onRetry={refetch} />
        ) : (
          <OrderSkeleton />
        )}
      </TitledScreen>
    );
  }
  return (
    <TitledScreen title="充值订单">
      <div className="page-width max-w-2xl pt-4">
        {order.channel.test && <SandboxNote />}
        {problem === 'unreachable' && (
          <p role="status" className="mt-2 rounded-lg bg-sunken px-3 py-2 text-sm">
            网络断开了，连上后会接着查。已经付的钱不会丢。
          </p>
        )}
        <State order={order} names={names} onAgain={refetch} />
        <Facts order={order} names={names} />
      </div>
    </TitledScreen>
  );
}

type StateProps = { order: Order; names: AssetNames; onAgain(): void };

function State({ order, names, onAgain }: StateProps) {
  const back = insidePath(order.back);
  switch (order.state) {
    case 'created':
      return <Unpaid order={order} onAgain={onAgain} />;
    case 'paid':
      return <Words title="已收到付款，正在到账" hint="通常几秒钟就好，这一页会自己更新。" waiting />;
    case 'granted':
      return <Granted order={order} names={names} back={back} />;
    case 'closed':
      return (
        <Words title="订单已关闭" hint="没有收到付款。若已经付了款，到账后这里会更新。">
          <ScreenLink to={paymentPath(back)} replace className={buttonClass()}>
            再来一次
          </ScreenLink>
          <ScreenLink to={back} replace className={buttonClass('tinted')}>
            返回
          </ScreenLink>
        </Words>
      );
    case 'refunded':
      return (
        <Words title="已退款" hint="这张订单的钱已经退回付款的账户，到账要看银行，一般几天之内。">
          <ScreenLink to={paths.paymentRecords} replace className={buttonClass('tinted')}>
            充值记录
          </ScreenLink>
        </Words>
      );
  }
}

function Granted({ order, names, back }: { order: Order; names: AssetNames; back: string }) {
  const { orderId } = order;
  // Who only looks at an old order stays here.
  const returns = departureFor(orderId) !== null;
  useEffect(() => {
    if (returns) return returnFrom(orderId, back);
  }, [returns, orderId, back]);
  if (order.refunds.length > 0)
    return (
      <Words title={orderText(order)} hint={order.refunds.map((refund) => refundText(refund, order, names)).join('；')}>
        <ScreenLink to={paths.paymentRecords} replace className={buttonClass('tinted')}>
          充值记录
        </ScreenLink>
      </Words>
    );
  return (
    <Words title="充值成功" hint={`${coinsText(order, names)}已到账${returns ? '，正在返回…' : '。'}`}>
      <ScreenLink to={back} replace className={buttonClass()}>
        返回
      </ScreenLink>
    </Words>
  );
}

function Facts({ order, names }: { order: Order; names: AssetNames }) {
  const facts = [
    ['商品', order.title],
    ['到账', coinsText(order, names)],
    ['金额', moneyText(order.amount, order.currency)],
    ...order.refunds.map((refund) => ['退款', refundText(refund, order, names)]),
    ['支付方式', order.channel.name],
    ['订单号', order.orderId],
  ];
  return (
    <dl className="rounded-2xl bg-sunken px-4 text-sm">
      {facts.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts are told in one order.
        <div key={index} className="flex min-h-11 items-center gap-3 border-b border-line last:border-0">
          <dt className="shrink-0 text-soft">{name}</dt>
          <dd className="min-w-0 flex-1 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OrderSkeleton() {
  return (
    <div aria-hidden className="page-width max-w-2xl pt-4">
      <Skeleton className="h-40" />
      <Skeleton className="mt-4 h-56 rounded-2xl" />
    </div>
  );
}
