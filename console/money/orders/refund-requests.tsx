import { Link } from 'react-router';
import { approveRefund, refundPreview, refundRequests, rejectRefund } from '#contract/console/orders';
import { moneyText } from '#contract/currencies';
import { Card } from '../../parts/page.tsx';
import { PreviewDialog } from '../../parts/preview-dialog.tsx';
import { WaitingRequest } from '../../parts/waiting-request.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { linesOf, RefundExplained } from './refund-lines.tsx';
import { type RefundRequest, wishText } from './words.ts';

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

function RequestRow({ request }: { request: RefundRequest }) {
  const { id, orderNo, amount, currency, takesBack } = request;
  const preview = useChange(refundPreview);
  const rejecting = useChange(rejectRefund, () => showDone('已驳回，什么也没有退'));
  const approving = useChange(approveRefund, () => showDone(`已批准退款 ${moneyText(amount, currency)}`));
  return (
    <WaitingRequest
      title={
        <>
          退款 <b className="font-medium">{moneyText(amount, currency)}</b>，{wishText(request)}
        </>
      }
      request={request}
      link={
        <Link
          to={`/money/orders/${orderNo}`}
          className="flex min-h-11 items-center self-start font-mono text-sm text-accent"
        >
          {orderNo}
        </Link>
      }
      preview={preview}
      onPreview={() => preview.mutate({ no: orderNo, amount, takesBack })}
      rejecting={rejecting}
      nothing="什么也不退"
      onReject={() => rejecting.mutate({ id })}
    >
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
    </WaitingRequest>
  );
}
