import { NO_REWARD, type Reward } from '../reward-words/reward-text.ts';

/** The reader's position in the cycle of rewards. */
export type CyclePlace = {
  /** How many days of the present cycle are signed. */
  done: number;
  /** The 0-based day of the cycle that is today. */
  today: number;
  /** The reward for signing tomorrow, if today is signed. */
  tomorrow: Reward;
};

/** `streak` counts the days in a row up to today, or up to yesterday where today is not signed yet. */
export function placeInCycle(cycle: readonly Reward[], streak: number, isSigned: boolean): CyclePlace {
  const days = Math.max(1, cycle.length);
  const today = (isSigned ? streak - 1 : streak) % days;
  return { done: isSigned ? today + 1 : today, today, tomorrow: cycle[(today + 1) % days] ?? NO_REWARD };
}
