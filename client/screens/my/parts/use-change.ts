import { useState } from 'react';
import type { Call, DataOf, InputOf } from '#contract/call';
import { toast } from '../../../notices.ts';
import { CallError, request } from '../../../runtime/request.ts';

/** What a form does about a refusal, by code, in place of the toast that the one fetch would show. */
type Explained = Readonly<Record<number, (refused: CallError) => void>>;

/** Makes one call at a time that changes something; the one fetch shows what went wrong, where the form does not. */
export function useChange<C extends Call>(
  call: C,
  done: (data: DataOf<C>) => void,
  said = '已保存',
  explained: Explained = {},
) {
  const [busy, setBusy] = useState(false);
  const change = async (payload: InputOf<C>) => {
    setBusy(true);
    try {
      const data = await request(call, payload, { expected: Object.keys(explained).map(Number) });
      if (said) toast(said);
      done(data);
    } catch (error) {
      // The reader may try again.
      if (error instanceof CallError) explained[error.code]?.(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, change: (payload: InputOf<C>) => void change(payload) };
}
