import type { Pool } from 'pg';
import { isForAccountsOnly } from './limits.ts';
import { countSentToday } from './send-store.ts';

/** The day's text messages, as last looked at. */
export type SmsBudget = {
  look(now: Date): Promise<void>;
  spent(): number;
  ofDay: number;
  /** `reserved` = what is left is for phones of accounts; where none are sent at all, nothing runs out. */
  state(): 'enough' | 'reserved' | 'spent';
};

export function createSmsBudget(pool: Pool, ofDay: number): SmsBudget {
  let spent = 0;
  return {
    async look(now) {
      spent = await countSentToday(pool, now);
    },
    spent: () => spent,
    ofDay,
    state() {
      if (ofDay === 0 || !isForAccountsOnly(spent, ofDay)) return 'enough';
      return spent < ofDay ? 'reserved' : 'spent';
    },
  };
}
