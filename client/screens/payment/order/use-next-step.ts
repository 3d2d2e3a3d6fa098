import { useCallback, useEffect, useRef, useState } from 'react';
import type { InputOf } from '#contract/call';
import { chargeNext } from '#contract/calls/wallet';
import { orderNotFound, paymentUnavailable, teenModeForbids } from '#contract/codes';
import { goTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { useSearchParams } from '../../../features/navigation/use-search-params.ts';
import { orderPath } from '../../../paths.ts';
import { CallError, request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import { takeContinued } from './continued.ts';
import { takeStep } from './next-step.ts';

type Visit = InputOf<typeof chargeNext>['visit'];

/** The screen shows these messages itself. */
const EXPLAINED = [orderNotFound, paymentUnavailable, teenModeForbids, -404];

/**
 * Continues the payment of an order: requests the next step, because an earlier one may have expired, and takes it. Starts by
 * itself after a tap on 继续 on another screen, and when the reader returns from the channel's page that identifies the payer.
 */
export function useNextStep(orderId: string, onEnd: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [address] = useSearchParams();
  const code = address.get('code');
  const state = address.get('state');
  const takenCode = useRef<string | null>(null);
  const isLeft = useIsLeft();

  async function goOn(visit?: Visit) {
    setBusy(true);
    setProblem(null);
    try {
      const { next } = await retryWhileBlocked(() => request(chargeNext, { orderId, visit }, { expected: EXPLAINED }));
      if (isLeft()) return;
      setProblem(await takeStep(next, isLeft));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
      if (!isLeft()) onEnd();
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tap and the parameters in the address are used once.
  useEffect(() => {
    if (takeContinued(orderId)) void goOn();
    if (code === null || state === null || takenCode.current === code) return;
    takenCode.current = code;
    goTo(orderPath(orderId), { replace: true });
    void goOn({ code, state });
  }, [code, state]);

  return { busy, problem, goOn: () => void goOn() };
}

/** Whether the component has been unmounted. */
function useIsLeft(): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return useCallback(() => left.current, []);
}
