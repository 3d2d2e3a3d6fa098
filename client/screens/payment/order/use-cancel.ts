import { useState } from 'react';
import { chargeCancel, chargeItem, chargeLog } from '#contract/calls/wallet';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { CallError, request } from '../../../runtime/request.ts';

/** Cancels an unpaid order. One that has just been paid stays, and says so. */
export function useCancel() {
  const [busy, setBusy] = useState(false);
  const cancel = async (orderId: string) => {
    setBusy(true);
    try {
      const { state } = await request(chargeCancel, { orderId });
      toast(state === 'closed' ? '已取消' : '这一笔已经付过了');
      if (state !== 'closed') void session.refetchProfile();
    } catch (error) {
      // A toast has shown the reason.
      if (!(error instanceof CallError)) throw error;
    } finally {
      for (const { path } of [chargeLog, chargeItem]) void queryClient.invalidateQueries({ queryKey: [path] });
      setBusy(false);
    }
  };
  return { busy, cancel };
}
