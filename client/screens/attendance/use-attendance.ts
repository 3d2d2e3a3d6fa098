import { useState } from 'react';
import type { DataOf, InputOf } from '#contract/call';
import { sign } from '#contract/calls/rewards';
import { alreadyCheckedIn, insufficientCoins, repairUnavailable } from '#contract/codes';
import { placeInCycle, rewardsInCycle } from '../../features/buying/attendance/cycle.ts';
import { forgetBalances } from '../../features/buying/chapters/forget-balances.ts';
import { session } from '../../runtime/browser.ts';
import { type CallState, queryClient, useCall } from '../../runtime/queries/queries.ts';
import { CallError, request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import { useClientState } from '../../state.ts';

export type Attendance = DataOf<typeof sign>;
export type AttendanceDay = Attendance['days'][number];

/** The current month with today and the streak. The answer expires when the Shanghai day ends. */
export function useToday(): CallState<Attendance> & { today: AttendanceDay | undefined } {
  const call = useCall(sign, {}, { staleMs: 0 });
  return { ...call, today: call.data?.days.find((day) => day.today) };
}

/** The reader's place in the cycle, and its rewards for this reader. */
export function useCycle(data: Attendance, isSigned: boolean) {
  const passUntil = useClientState(({ userInfo }) => userInfo?.pass?.until);
  const place = placeInCycle(data.cycle, data.streak, isSigned);
  return { ...place, ...rewardsInCycle(data, place.today, passUntil) };
}

/** A month of the calendar; null is the current one, which `useToday` has just fetched. */
export function useMonth(month: string | null): CallState<Attendance> {
  return useCall(sign, payloadOf(month));
}

function payloadOf(month: string | null): InputOf<typeof sign> {
  return month === null ? {} : { month };
}

/** Why an action was refused, as text. The calendar has been fetched again. */
const REFUSALS: Readonly<Record<number, string>> = {
  [alreadyCheckedIn]: '今天已经签到过了。',
  [repairUnavailable]: '这一天不能补签了。',
  [insufficientCoins]: '余额不够补签。',
};
/** The screen shows these messages itself. */
const SAME_WORDS = [alreadyCheckedIn, repairUnavailable];
const LOST = '没有连上，还不知道是否成功。连上网络后会自动核对，再点一次也不会重复扣除。';

/** Signs today or repairs a day, one action at a time. A repeated action has no further effect. */
export function useSigning(onDone: (data: Attendance) => void) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = async (input: { sign: true } | { repair: string }, month: string | null) => {
    setBusy(true);
    setRefusal(null);
    const shown = payloadOf(month);
    try {
      const data = await retryWhileBlocked(() => request(sign, { ...input, ...shown }, { expected: SAME_WORDS }));
      queryClient.setQueryData([sign.path, shown], data);
      onDone(data);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.status === -404 ? LOST : (REFUSALS[error.code] ?? error.message));
      void queryClient.invalidateQueries({ queryKey: [sign.path, shown] });
    } finally {
      setBusy(false);
    }
    void queryClient.invalidateQueries({
      queryKey: [sign.path],
      predicate: ({ queryKey }) => JSON.stringify(queryKey[1]) !== JSON.stringify(shown),
    });
    void session.refetchProfile();
    forgetBalances();
  };
  return { busy, refusal, act, forgetRefusal: () => setRefusal(null) };
}
