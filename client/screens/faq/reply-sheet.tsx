import { type FormEvent, useState } from 'react';
import { feedback, feedbackReply } from '#contract/calls/support';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { sendWithProof } from '../../features/account/proof/send-with-proof.ts';
import { WrittenField } from '../../features/feedback/written-field.tsx';
import { toast } from '../../notices.ts';
import { queryClient } from '../../runtime/queries/queries.ts';

/** The form for another message to a feedback. The text stays until it has been sent. */
export function ReplySheet({ id, onClose }: { id: number; onClose(): void }) {
  const [content, setContent] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      const { status } = await sendWithProof(feedbackReply, { id, content: content.trim() }, 'feedback');
      if (status !== 1) return;
      toast('已发送');
      void queryClient.invalidateQueries({ queryKey: [feedback.path] });
      onClose();
    } catch {
      // Blocked as a duplicate; the reader can press again.
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (content.trim() === '') return toast('请输入内容!');
    void submit();
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
