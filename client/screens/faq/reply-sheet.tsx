import { type FormEvent, useState } from 'react';
import { feedbackReply } from '#contract/calls/support';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSending } from '../../features/feedback/use-sending.ts';
import { WrittenField } from '../../features/feedback/written-field.tsx';
import { toast } from '../../notices.ts';

/** The form for another message to a feedback. The text stays until it has been sent. */
export function ReplySheet({ id, onClose }: { id: number; onClose(): void }) {
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
