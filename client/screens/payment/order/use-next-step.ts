import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { InputOf } from '#contract/call';
import { chargeNext } from '#contract/calls/wallet';
import { orderNotFound, paymentUnavailable, teenModeForbids } from '#contract/codes';
import { goTo } from '../../../features/screen-link/screen-navigation.ts';
import { orderPath } from '../../../paths.ts';
import { CallError, request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import { takeStep } from './next-step.ts';

type Visit = InputOf<typeof chargeNext>['visit'];

/** Their messages are shown in the same words. */
const EXPLAINED = [orderNotFound, paymentUnavailable, teenModeForbids, -404];

/**
 * Goes on with the payment of an order: asks how, since what was answered before may be over, and takes that step. By itself
 * where the reader comes back from the page of a channel that had to know who pays.
 */
export function useNextStep(orderId: string, onEnd: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [address] = useSearchParams();
  const code = address.get('code');
  const state = address.get('state');
  const takenCode = useRef<string | null>(null);

  async function goOn(visit?: Visit) {
    setBusy(true);
    setProblem(null);
    try {
      const { next } = await retryWhileBlocked(() => request(chargeNext, { orderId, visit }, { expected: EXPLAINED }));
      setProblem(await takeStep(next));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
      onEnd();
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in the address is used once.
  useEffect(() => {
    if (code === null || state === null || takenCode.current === code) return;
    takenCode.current = code;
    goTo(orderPath(orderId), { replace: true });
    void goOn({ code, state });
  }, [code, state]);

  return { busy, problem, goOn: () => void goOn() };
}
