import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { MissingState } from '../../../features/navigation/missing-state.tsx';
import { TitledScreen } from '../../../features/navigation/titled-screen.tsx';
import { SandboxNote } from '../sandbox-note.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderState } from './order-state.tsx';
import { useOrder } from './use-order.ts';

/** The progress of an order, to which the reader returns from the payment page of a channel. */
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
        <EmptyState drawing="locked" title="登录后才能看到订单">
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
        <OrderState order={order} names={names} onAgain={refetch} />
        <OrderFacts order={order} names={names} />
      </div>
    </TitledScreen>
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
