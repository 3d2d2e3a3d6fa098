import { useRef, useState } from 'react';
import type { DataOf } from '#contract/call';
import { redeem } from '#contract/calls/redeeming';
import {
  redeemCodeEarly,
  redeemCodeEnded,
  redeemCodeLimit,
  redeemCodeUnknown,
  redeemCodeUsed,
  teenModeForbids,
} from '#contract/codes';
import type { Envelope } from '#contract/envelope';
import { isAsLongAsCode, readRedeemCode } from '#contract/redeem-code';
import { sendWithProof } from '../../features/account/proof/send-with-proof.ts';
import { forgetBalances, forgetOpenChapters } from '../../features/buying/chapters/forget-balances.ts';
import { newKey } from '../../features/buying/idempotency-key.ts';
import { dayText } from '../../features/text/format/time-text.ts';
import { session } from '../../runtime/browser.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';

export type Redeemed = DataOf<typeof redeem>;

/** Shown under the field. */
const EXPLAINED = [
  redeemCodeUnknown,
  redeemCodeUsed,
  redeemCodeEnded,
  redeemCodeEarly,
  redeemCodeLimit,
  teenModeForbids,
];

/** Uses one code at a time. */
export function useRedeem() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [redeemed, setRedeemed] = useState<Redeemed | null>(null);
  // A code that is sent again after a lost answer has the same key, so that its answer comes again.
  const keys = useRef(new Map<string, string>());

  const use = async (typed: string) => {
    const code = readRedeemCode(typed);
    if (code === null)
      return setProblem(`${isAsLongAsCode(typed) ? '兑换码不对' : '兑换码是 16 位的字母和数字'}，请核对后再试`);
    const key = keys.current.get(code) ?? newKey();
    keys.current.set(code, key);
    setBusy(true);
    setProblem(null);
    try {
      const answer = await retryWhileBlocked(() =>
        sendWithProof(redeem, { code, key }, 'redeem', { expected: EXPLAINED }),
      );
      if (answer.status !== 1 || !answer.data) return setProblem(problemOf(answer));
      setRedeemed(answer.data);
      void session.refetchProfile();
      forgetBalances();
      if (answer.data.passDays) forgetOpenChapters();
    } catch {
      // The proof was not finished. A toast is shown, and the reader can press the button again.
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    problem,
    redeemed,
    use: (typed: string) => void use(typed),
    clearProblem: () => setProblem(null),
    startAgain: () => setRedeemed(null),
  };
}

function problemOf({ status, code, message, data }: Envelope): string {
  if (status === -404) return '没有收到回应，再按一次就好，不会重复兑换';
  if (code === redeemCodeEarly && typeof data === 'object' && data !== null && 'from' in data)
    return `这个兑换码从 ${dayText(String(data.from))} 起才能用`;
  return message;
}
