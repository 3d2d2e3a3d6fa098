import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Envelope } from '#contract/envelope';
import { toast } from '../../notices.ts';

const RESEND_MS = 60_000;

/** When each purpose may send again; kept here, so that closing the dialog does not shorten the wait. */
const useResendAt = create<Record<string, number>>(() => ({}));

type SendCodeButtonProps = {
  purpose: string;
  /** Asked at each press; where it says no, nothing is sent and there is no wait. */
  maySend?(): boolean;
  onSend(): Promise<Envelope<unknown>>;
};

/** Sends a code by SMS, at most one a minute from the press on, whether or not the call succeeds. */
export function SendCodeButton({ purpose, maySend, onSend }: SendCodeButtonProps) {
  const seconds = useSecondsUntil(useResendAt((all) => all[purpose] ?? 0));

  const press = async () => {
    if (maySend?.() === false) return;
    useResendAt.setState({ [purpose]: Date.now() + RESEND_MS });
    try {
      const { status } = await onSend();
      if (status === 1) toast('发送成功!');
    } catch {
      // Blocked as a duplicate, or its code could not be loaded: the reader presses again after the wait.
    }
  };
  return (
    <button
      type="button"
      disabled={seconds > 0}
      onClick={() => void press()}
      className="h-11 shrink-0 px-4 text-sm font-medium text-accent disabled:opacity-50"
    >
      {seconds > 0 ? `${seconds}s` : '获取验证码'}
    </button>
  );
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= at) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [at]);
  return Math.min(seconds, RESEND_MS / 1000);
}
