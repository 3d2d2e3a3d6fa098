import { Link } from 'react-router';
import type { DataOf } from '#contract/call';
import {
  adjustmentRequests,
  approveAdjustment,
  previewAdjustment,
  rejectAdjustment,
} from '#contract/console/adjusting';
import { aloneLimits } from '#contract/console/alone-limits';
import { Card } from '../parts/page.tsx';
import { PreviewDialog } from '../parts/preview-dialog.tsx';
import { WaitingRequest } from '../parts/waiting-request.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';
import { assetName, planNotes, signedText } from './words.ts';

type Request = DataOf<typeof adjustmentRequests>['list'][number];

/** Large adjustments that wait for a second person; nothing if there are none. */
export function AdjustRequests() {
  const { data } = useAnswer(adjustmentRequests, {});
  const { data: limits } = useAnswer(aloneLimits, {});
  if (!data || data.list.length === 0) return null;
  return (
    <Card
      title="等批准的余额调整"
      hint={limits ? `一次超过 ${limits.once}、一天超过 ${limits.day} 的，要由另一位同事批准；批准之前什么也不变` : ''}
    >
      <ul className="divide-y divide-line">
        {data.list.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  );
}

function RequestRow({ request }: { request: Request }) {
  const { id, readerId, asset, amount, days, reason } = request;
  const preview = useChange(previewAdjustment);
  const rejecting = useChange(rejectAdjustment, () => showDone('已驳回，余额没有变'));
  const name = assetName(asset);
  const wish = `${signedText(amount)} ${name}`;
  const approving = useChange(approveAdjustment, () => showDone(`已批准调整 ${wish}`));
  const plan = preview.data;
  return (
    <WaitingRequest
      title={
        <>
          调整 <b className="font-medium">{wish}</b>
          {amount > 0 && asset !== 'coin' && `，${days} 天内有效`}
        </>
      }
      request={request}
      link={
        <Link to={`/readers/${readerId}`} className="flex min-h-11 items-center self-start text-sm text-accent">
          读者 {readerId}
        </Link>
      }
      preview={preview}
      onPreview={() => preview.mutate({ id: readerId, asset, amount })}
      rejecting={rejecting}
      nothing="余额不变"
      onReject={() => rejecting.mutate({ id })}
    >
      {plan && (
        <PreviewDialog
          title="批准调整"
          lines={[{ what: name, before: String(plan.was), after: String(plan.becomes) }]}
          confirm={`批准调整 ${wish}`}
          busy={approving.isPending}
          error={approving.error}
          onConfirm={() => approving.mutate({ id, owed: plan.owed, gone: plan.gone })}
          onClose={() => {
            preview.reset();
            approving.reset();
          }}
        >
          <div className="text-sm text-soft">
            <p className="break-words">原因：{reason}</p>
            {planNotes(plan).map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        </PreviewDialog>
      )}
    </WaitingRequest>
  );
}
