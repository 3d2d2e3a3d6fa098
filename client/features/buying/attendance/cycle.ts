import { NO_REWARD, type Reward } from '../reward-words/reward-text.ts';

/** The reader's position in the cycle of rewards. */
export type CyclePlace = {
  /** How many days of the current cycle are signed. */
  done: number;
  /** The 0-based day of the cycle that is today. */
  today: number;
};

/** `streak` counts the days in a row up to today, or up to yesterday where today is not signed yet. */
export function placeInCycle(cycle: readonly Reward[], streak: number, isSigned: boolean): CyclePlace {
  const today = (isSigned ? streak - 1 : streak) % Math.max(1, cycle.length);
  return { done: isSigned ? today + 1 : today, today };
}

/** The current month of attendance. */
export type KnownRewards = {
  cycle: readonly Reward[];
  days: readonly { date: string; reward: Reward; today: boolean }[];
  passBonus?: number | undefined;
};

/** The rewards of the days of the current cycle, and of tomorrow. `passUntil`: the end of the reader's 月卡. */
export function rewardsInCycle(known: KnownRewards, today: number, passUntil: string | undefined) {
  const { cycle } = known;
  return {
    cycle: cycle.map((_, place) => rewardAhead(known, place, place - today, passUntil)),
    tomorrow: rewardAhead(known, (today + 1) % Math.max(1, cycle.length), 1, passUntil),
  };
}

/**
 * The reward as in the calendar. A day of another month is not in the calendar: then the reward of the cycle, without the
 * addition of 月卡.
 */
function rewardAhead({ cycle, days, passBonus = 0 }: KnownRewards, place: number, ahead: number, passUntil?: string) {
  const reward = cycle[place] ?? NO_REWARD;
  const today = days.find((day) => day.today)?.date;
  if (today === undefined) return reward;
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCDate(start.getUTCDate() + ahead);
  const date = start.toISOString().slice(0, 10);
  const known = days.find((day) => day.date === date);
  if (known) return known.reward;
  const isWithPass =
    ahead > 0 && passUntil !== undefined && Date.parse(`${date}T00:00:00+08:00`) < Date.parse(passUntil);
  return { ...reward, bonus: reward.bonus + (isWithPass ? passBonus : 0) };
}
