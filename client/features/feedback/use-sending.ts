import { useState } from 'react';
import type { InputOf } from '#contract/call';
import { feedback, type feedbackReply, type feedbackSubmit } from '#contract/calls/support';
import { toast } from '../../notices.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { sendWithProof } from '../account/proof/send-with-proof.ts';

/** Sends a feedback or a reply, shows `text` and refetches the reader's feedback. */
export function useSending<C extends typeof feedbackSubmit | typeof feedbackReply>(
  call: C,
  text: string,
  onSent: () => void,
) {
  const [busy, setBusy] = useState(false);
  const sendNow = async (payload: InputOf<C>) => {
    setBusy(true);
    try {
      const { status } = await sendWithProof(call, payload, 'feedback');
      if (status !== 1) return;
      toast(text);
      void queryClient.invalidateQueries({ queryKey: [feedback.path] });
      onSent();
    } catch {
      // Blocked as a duplicate; the reader can press again.
    } finally {
      setBusy(false);
    }
  };
  return { busy, send: (payload: InputOf<C>) => void sendNow(payload) };
}
