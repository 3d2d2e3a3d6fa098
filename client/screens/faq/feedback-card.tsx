import { type FormEvent, useState } from 'react';
import type { DataOf } from '#contract/call';
import { feedback, feedbackReply, feedbackWithdraw } from '#contract/calls/support';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { typeLabel } from '../../features/feedback/feedback-types.ts';
import { useSending } from '../../features/feedback/use-sending.ts';
import { WrittenField } from '../../features/feedback/written-field.tsx';
import { timeText } from '../../features/text/format/time-text.ts';
import { toast } from '../../notices.ts';
import { send } from '../../runtime/browser.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { FeedbackPictures } from './feedback-pictures.tsx';

export type FeedbackItem = DataOf<typeof feedback>['list'][number];

const STATES: Readonly<Record<FeedbackItem['state'], string>> = {
  open: '已提交',
  working: '处理中',
  answered: '已回复',
  closed: '已结束',
  withdrawn: '已撤回',
};

/** One feedback of the reader with all later messages, and its actions. */
export function FeedbackCard({ item }: { item: FeedbackItem }) {
  const { id, type, content, at, state, messages, pictures, reply } = item;
  const [open, setOpen] = useState<'reply' | 'withdraw' | null>(null);
  const isOver = state === 'closed' || state === 'withdrawn';
  return (
    <li className={`rounded-2xl bg-sunken p-4 ${isOver ? 'pb-4' : 'pb-2'}`}>
      <div className="flex items-center justify-between gap-3 text-xs text-soft">
        <p>
          {typeLabel(type)} · {timeText(at)}
        </p>
        <p className={`shrink-0 ${state === 'answered' ? 'text-accent' : ''}`}>{STATES[state]}</p>
      </div>
      <p className={`mt-1 whitespace-pre-line wrap-anywhere ${state === 'withdrawn' ? 'text-soft' : ''}`}>{content}</p>
      <FeedbackPictures pictures={pictures} />
      {messages.map((message) => (
        <div key={`${message.at} ${message.content}`} className="mt-3 border-t border-line pt-3">
          <p className={`text-xs ${message.byReader ? 'text-soft' : 'text-accent'}`}>
            {message.byReader ? '我' : '回复'} · {timeText(message.at)}
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{message.content}</p>
        </div>
      ))}
      {!isOver && (
        <div className="mt-1 -mr-2 flex justify-end text-sm">
          {reply === null && (
            <button type="button" className="h-11 px-3 text-soft" onClick={() => setOpen('withdraw')}>
              撤回
            </button>
          )}
          <button type="button" className="h-11 px-3 text-accent" onClick={() => setOpen('reply')}>
            {reply === null ? '补充' : '继续说'}
          </button>
        </div>
      )}
      {open === 'reply' && <ReplySheet id={id} onClose={() => setOpen(null)} />}
      {open === 'withdraw' && <Withdrawal id={id} onClose={() => setOpen(null)} />}
    </li>
  );
}

function Withdrawal({ id, onClose }: { id: number; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    const answer = await send(feedbackWithdraw, { id }).catch(() => null);
    setBusy(false);
    // If a reply arrived first, the list shows it.
    if (!answer) return;
    void queryClient.invalidateQueries({ queryKey: [feedback.path] });
    if (answer.status === 1) toast('已撤回');
    if (answer.status !== -404) onClose();
  };
  return (
    <ConfirmDialog
      title="撤回这条反馈？"
      text="撤回之后我们不再看到它的内容，也不会回复；联系方式和图片一并删除。"
      confirm="撤回"
      busy={busy}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    />
  );
}

/** The form for another message to a feedback. The text stays until it has been sent. */
function ReplySheet({ id, onClose }: { id: number; onClose(): void }) {
  const [content, setContent] = useState('');
  const { busy, send } = useSending(feedbackReply, '已发送', onClose);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (content.trim() === '') return toast('请输入内容!');
    send({ id, content: content.trim() });
  };
  return (
    <Dialog title="接着说" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        <WrittenField label="想补充的" value={content} onText={setContent} />
        <Button type="submit" className="w-full" disabled={busy}>
          发送
        </Button>
      </form>
    </Dialog>
  );
}
