import { useState } from 'react';
import { Link } from 'react-router';
import type { DataOf } from '#contract/call';
import { approveRefund, refundPreview, refundRequests, rejectRefund } from '#contract/console/orders';
import { moneyText } from '#contract/currencies';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Card, Problem } from '../../parts/page.tsx';
import { PreviewDialog } from '../../parts/preview-dialog.tsx';
import { timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { linesOf, RefundExplained } from './refund-lines.tsx';

type Request = DataOf<typeof refundRequests>['list'][number];

/** Large refunds that wait for a second person; nothing if there are none. */
export function RefundRequests() {
  const { data } = useAnswer(refundRequests, {});
  if (!data || data.list.length === 0) return null;
  return (
    <Card title="等批准的退款" hint="一张订单退款超过 ¥200，要由另一位同事批准；批准之前什么也不退">
      <ul className="divide-y divide-line">
        {data.list.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  );
}

function RequestRow({ request }: { request: Request }) {
  const { id, orderNo, amount, currency, takesBack, reason, actorName, at, approvableFrom } = request;
  const [asks, setAsks] = useState(false);
  const preview = useChange(refundPreview);
  const rejecting = useChange(rejectRefund, () => showDone('已驳回，什么也没有退'));
  const approving = useChange(approveRefund, () => showDone(`已批准退款 ${moneyText(amount, currency)}`));
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <p>
        退款 <b className="font-medium">{moneyText(amount, currency)}</b>，{takesBack ? '收回漫币' : '不收回漫币'}
      </p>
      <p className="text-sm break-words text-soft">
        {actorName}，{timeText(at)}，原因：{reason}
      </p>
      <Link
        to={`/money/orders/${orderNo}`}
        className="flex min-h-11 items-center self-start font-mono text-sm text-accent"
      >
        {orderNo}
      </Link>
      <div className="flex flex-wrap items-center gap-3">
        {approvableFrom !== null && (
          <Button disabled={preview.isPending} onClick={() => preview.mutate({ no: orderNo, amount, takesBack })}>
            预览并批准
          </Button>
        )}
        <Button look="tinted" onClick={() => setAsks(true)}>
          {approvableFrom === null ? '撤回' : '驳回'}
        </Button>
        {approvableFrom !== null && Date.parse(approvableFrom) > Date.now() && (
          <p className="text-sm text-soft">只有你一位，{timeText(approvableFrom)} 起可以自己批准</p>
        )}
      </div>
      <Problem error={preview.error} />
      {asks && (
        <ConfirmDialog
          title="不退了"
          text="申请作废，什么也不退。以后可以再申请。"
          confirm="确定"
          busy={rejecting.isPending}
          onConfirm={() => rejecting.mutate({ id }, { onError: () => setAsks(false) })}
          onClose={() => setAsks(false)}
        />
      )}
      <Problem error={rejecting.error} />
      {preview.data && (
        <PreviewDialog
          title="批准退款"
          lines={linesOf(preview.data)}
          confirm={`批准退款 ${moneyText(amount, currency)}`}
          busy={approving.isPending}
          error={approving.error}
          onConfirm={() =>
            preview.data && approving.mutate({ id, refundNo: preview.data.refundNo, taken: preview.data.taken })
          }
          onClose={() => {
            preview.reset();
            approving.reset();
          }}
        >
          <RefundExplained preview={preview.data} />
        </PreviewDialog>
      )}
    </li>
  );
}
