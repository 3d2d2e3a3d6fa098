import { create } from 'zustand';
import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../../runtime/storage/stored-json.ts';

export const RESEND_SECONDS = 60;

/** `telephone`: the number for which the server has named the wait. It is not stored on the device. */
export type Wait = { startedAt: number; seconds: number; telephone?: string };

const useWaits = create<Record<string, Wait>>(() => readStored(deviceStorage, 'resendWaits') ?? {});

/** The wait of each purpose. It survives closing the dialog and a reload. */
export const useWait = (purpose: string): Wait | undefined => useWaits((all) => all[purpose]);

export function startWait(purpose: string, wait: Omit<Wait, 'startedAt'>) {
  useWaits.setState({ [purpose]: { startedAt: Date.now(), ...wait } });
  const kept = Object.entries(useWaits.getState()).map(([name, { startedAt, seconds }]) => [
    name,
    { startedAt, seconds: Math.min(seconds, RESEND_SECONDS) },
  ]);
  writeStored(deviceStorage, 'resendWaits', Object.fromEntries(kept));
}

/** Seconds until a code may be sent to a number. Only a number that the server has refused waits more than a minute. */
export function secondsLeft(wait: Wait | undefined, telephone: string, now: number): number {
  if (!wait) return 0;
  const most = wait.telephone === telephone ? wait.seconds : Math.min(wait.seconds, RESEND_SECONDS);
  const elapsed = (now - wait.startedAt) / 1000;
  // The clock of the device was set back: the server knows how long to wait.
  if (elapsed < -RESEND_SECONDS) return 0;
  // Damaged numbers of the device are NaN, which is no wait.
  return Math.max(0, Math.ceil(most - Math.max(0, elapsed))) || 0;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export function waitText(seconds: number): string {
  if (seconds <= 2 * MINUTE) return `${seconds}s`;
  return seconds <= 2 * HOUR ? `${Math.ceil(seconds / MINUTE)} 分钟后` : `${Math.ceil(seconds / HOUR)} 小时后`;
}

/** The seconds that a refusal names, or null. */
export function retryAfterOf(data: unknown): number | null {
  const named = typeof data === 'object' && data !== null && 'retryAfter' in data ? data.retryAfter : null;
  return typeof named === 'number' ? named : null;
}
