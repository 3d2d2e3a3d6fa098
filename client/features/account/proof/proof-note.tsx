import { useEffect, useState } from 'react';
import { useProofWork } from './send-with-proof.ts';

/** The note appears after this time. Most proofs take less. */
const QUIET_MS = 700;

/** Explains the wait while a proof of work is computed. */
export function ProofNote() {
  const working = useProofWork((state) => state.working);
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!working) return;
    const timer = setTimeout(() => setIsLong(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [working]);
  return (
    <p role="status" className="mt-1 text-xs text-soft empty:hidden">
      {isLong && '索取验证码的人较多，正在完成安全验证，请稍候…'}
    </p>
  );
}
