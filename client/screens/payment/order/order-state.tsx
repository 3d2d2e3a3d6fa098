import { useEffect } from 'react';
import { buttonClass } from '../../../../ui/button.tsx';
import type { AssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { paths, paymentPath } from '../../../paths.ts';
import { insidePath } from '../inside-path.ts';
import { grantText, orderText, refundText } from './order-words.ts';
import { returnFrom } from './return-from.ts';
import { departureFor } from './return-way.ts';
import { Unpaid } from './unpaid.tsx';
import type { Order } from './use-order.ts';
import { Words } from './words.tsx';

type OrderStateProps = { order: Order; names: AssetNames; onAgain(): void };

/** The state of an order, and the next actions of the reader. */
export function OrderState({ order, names, onAgain }: OrderStateProps) {
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
            账单
          </ScreenLink>
        </Words>
      );
  }
}

function Granted({ order, names, back }: { order: Order; names: AssetNames; back: string }) {
  const { orderId } = order;
  const success = order.passDays ? '购买成功' : '充值成功';
  // A reader who opened an old order stays here.
  const returns = departureFor(orderId) !== null;
  useEffect(() => {
    if (returns) return returnFrom(orderId, back, success);
  }, [returns, orderId, back, success]);
  if (order.refunds.length > 0)
    return (
      <Words title={orderText(order)} hint={order.refunds.map((refund) => refundText(refund, order, names)).join('；')}>
        <ScreenLink to={paths.paymentRecords} replace className={buttonClass('tinted')}>
          账单
        </ScreenLink>
      </Words>
    );
  return (
    <Words drawing="success" title={success} hint={`${grantText(order, names)}已到账${returns ? '，正在返回…' : '。'}`}>
      <ScreenLink to={back} replace className={buttonClass()}>
        返回
      </ScreenLink>
    </Words>
  );
}
