import { sign } from '#contract/calls/rewards';
import { useCall } from '../../../runtime/queries/queries.ts';

/** Whether the reader has signed today; undefined until it is known. Shares the answer of the attendance screen. */
export function useSignedToday(): boolean | undefined {
  const { data } = useCall(sign, {}, { staleMs: 0, background: true });
  return data?.days.some(({ today, signed }) => today && signed);
}
