import { useState } from 'react';
import type { Call, DataOf, InputOf } from '#contract/call';
import { ask } from '../../api/ask.ts';
import { toast } from '../../notices.ts';

/** Makes one call at a time that changes something; what went wrong has been told by the one fetch. */
export function useChange<C extends Call>(
  call: C,
  done: (data: DataOf<C>) => void,
  said = '已保存',
  failed: (error: unknown) => void = () => {},
) {
  const [busy, setBusy] = useState(false);
  const change = async (payload: InputOf<C>) => {
    setBusy(true);
    try {
      const data = await ask(call, payload);
      if (said) toast(said);
      done(data);
    } catch (error) {
      // The reader may try again.
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, change: (payload: InputOf<C>) => void change(payload) };
}
