import { lazy, Suspense } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Countdown } from '../../../features/text/countdown/countdown.tsx';
import { useCancel } from './use-cancel.ts';
import { useNextStep } from './use-next-step.ts';
import type { Order } from './use-order.ts';
import { Words } from './words.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').then((m) => ({ default: m.QrCode })));

/** An unpaid order: the QR code or the button to continue, and the way out. */
export function Unpaid({ order, onAgain }: { order: Order; onAgain(): void }) {
  const { orderId, next, expiresAt } = order;
  const { busy, problem, goOn } = useNextStep(orderId, onAgain);
  const { busy: isCancelling, cancel } = useCancel();
  return (
    <Words
      title="等待支付"
      hint={
        <>
          请在 <Countdown until={expiresAt} onEnd={onAgain} /> 内支付，付好后这一页会自己更新。
        </>
      }
      waiting
    >
      {next?.kind === 'qr' ? (
        <div className="size-56">
          <Suspense fallback={<Skeleton className="size-full" />}>
            <QrCode text={next.text} />
          </Suspense>
        </div>
      ) : (
        <Button disabled={busy || isCancelling} onClick={goOn}>
          {busy ? '正在打开支付…' : '继续支付'}
        </Button>
      )}
      <Button look="tinted" onClick={onAgain}>
        我已支付
      </Button>
      <Button
        look="quiet"
        className="w-full"
        disabled={busy || isCancelling}
        onClick={() => void cancel(orderId).then(onAgain)}
      >
        取消订单
      </Button>
      {problem && (
        <p role="alert" className="w-full text-sm text-pretty text-danger">
          {problem}
        </p>
      )}
    </Words>
  );
}
