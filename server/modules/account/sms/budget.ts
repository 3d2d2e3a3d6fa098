import type { Pool } from 'pg';
import { isForAccountsOnly } from './limits.ts';
import { countSentToday } from './send-store.ts';
import type { SmsSource } from './sender.ts';

/** The text messages of the day at the last count. */
export type SmsBudget = {
  look(now: Date): Promise<void>;
  spent(): number;
  readonly ofDay: number;
  /** `reserved`: the rest is for phones of accounts. A budget of 0 never runs out. */
  state(): 'enough' | 'reserved' | 'spent';
};

export function createSmsBudget(pool: Pool, sms: SmsSource): SmsBudget {
  let spent = 0;
  const ofDay = () => sms.now().dailyBudget;
  return {
    async look(now) {
      spent = await countSentToday(pool, now);
    },
    spent: () => spent,
    get ofDay() {
      return ofDay();
    },
    state() {
      if (ofDay() === 0 || !isForAccountsOnly(spent, ofDay())) return 'enough';
      return spent < ofDay() ? 'reserved' : 'spent';
    },
  };
}
