import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Problem } from './page.tsx';
import { timeText } from './time.ts';

type WaitingRequestProps = {
  title: ReactNode;
  request: { actorName: string; at: string; reason: string; approvableFrom: string | null };
  /** The link to the subject of the request. */
  link: ReactNode;
  preview: { isPending: boolean; error: Error | null };
  onPreview(): void;
  rejecting: { isPending: boolean; error: Error | null };
  /** The effect of a rejection, for its dialog: 什么也不退. */
  nothing: string;
  onReject(): void;
  /** The dialog of the preview. */
  children: ReactNode;
};

/** A request that a second person approves or rejects, and its author can take back. */
export function WaitingRequest(props: WaitingRequestProps) {
  const { title, request, link, preview, onPreview, rejecting, nothing, onReject, children } = props;
  const { actorName, at, reason, approvableFrom } = request;
  const [asks, setAsks] = useState(false);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <p>{title}</p>
      <p className="text-sm break-words text-soft">
        {actorName}，{timeText(at)}，原因：{reason}
      </p>
      {link}
      <div className="flex flex-wrap items-center gap-3">
        {approvableFrom !== null && (
          <Button disabled={preview.isPending} onClick={onPreview}>
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
          title="作废申请"
          text={`申请作废，${nothing}。以后可以再申请。`}
          confirm="确定"
          busy={rejecting.isPending}
          onConfirm={() => {
            setAsks(false);
            onReject();
          }}
          onClose={() => setAsks(false)}
        />
      )}
      <Problem error={rejecting.error} />
      {children}
    </li>
  );
}
