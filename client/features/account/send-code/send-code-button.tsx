import { useEffect, useState } from 'react';
import { codeSentTooOften, tooManyRequests } from '#contract/codes';
import type { Envelope } from '#contract/envelope';
import { toast } from '../../../notices.ts';
import { RESEND_SECONDS, retryAfterOf, secondsLeft, startWait, useWait, waitText } from './resend-wait.ts';

type SendCodeButtonProps = {
  purpose: string;
  /** The number as typed; empty if the code goes to the bound phone. */
  telephone: string;
  /** Called at each press. If it returns false, nothing is sent and there is no wait. */
  maySend?(): boolean;
  onSend(): Promise<Envelope<unknown>>;
};

/** Sends a code by SMS, at most one a minute, whether or not the call succeeds. */
export function SendCodeButton({ purpose, telephone, maySend, onSend }: SendCodeButtonProps) {
  const seconds = useSecondsLeft(purpose, telephone);

  const press = async () => {
    if (maySend?.() === false) return;
    startWait(purpose, { seconds: RESEND_SECONDS });
    try {
      const { status, code, data } = await onSend();
      if (status === 1) toast('发送成功!');
      const retryAfter = code === codeSentTooOften || code === tooManyRequests ? retryAfterOf(data) : null;
      if (retryAfter !== null) startWait(purpose, { seconds: retryAfter, telephone });
    } catch {
      // Blocked as a duplicate, or its code could not be loaded: the reader can press again after the wait.
    }
  };
  return (
    <button
      type="button"
      disabled={seconds > 0}
      onClick={() => void press()}
      className="h-11 shrink-0 px-4 text-sm font-medium text-accent disabled:opacity-50"
    >
      {seconds > 0 ? waitText(seconds) : '获取验证码'}
    </button>
  );
}

function useSecondsLeft(purpose: string, telephone: string): number {
  const wait = useWait(purpose);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (secondsLeft(wait, telephone, Date.now()) === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [wait, telephone]);
  return secondsLeft(wait, telephone, now);
}
