import { useState } from 'react';
import type { Call, DataOf, InputOf } from '#contract/call';
import { toast } from '../../notices.ts';
import { CallError, request } from '../../runtime/request.ts';

/** The reaction of a form to a refusal, by code, besides the toast that `send` shows. */
type RefusalHandlers = Readonly<Record<number, (refused: CallError) => void>>;

/** Sends a call that changes data. `busy` while it is sent and `onSuccess` works. `send` shows its errors. */
export function useChange<C extends Call>(
  call: C,
  onSuccess: (data: DataOf<C>) => void | Promise<void>,
  successText = '已保存',
  refusalHandlers: RefusalHandlers = {},
) {
  const [busy, setBusy] = useState(false);
  const change = async (payload: InputOf<C>) => {
    setBusy(true);
    try {
      const data = await request(call, payload);
      if (successText) toast(successText);
      await onSuccess(data);
    } catch (error) {
      // The error has been shown by a toast, and the reader may try again.
      if (error instanceof CallError) refusalHandlers[error.code]?.(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, change: (payload: InputOf<C>) => void change(payload) };
}
