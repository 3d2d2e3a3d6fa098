import type { Pool } from 'pg';
import { type Db, type Tx, transaction } from '../../../core/db/db.ts';
import type { Caller, CallerProfile } from '../../../core/dispatch/ctx.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import { addDays, mondayOf, monthOf, spanOfMonth } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { passUntil } from '../../membership/membership.ts';
import { credit, spendBonus, TooLittle } from '../../wallet/wallet.ts';
import type { RewardsPorts } from '../ports.ts';
import {
  type CalendarDay,
  currentStreak,
  gradeBonusOf,
  isRepairable,
  type Reward,
  rewardOf,
  rewardOn,
  type Standing,
  streakWith,
  viewMonth,
} from './calendar.ts';
import { addDay, firstSignedDay, listDays } from './store.ts';

/** One month of a reader's attendance, and the rules for this reader. */
export type Calendar = {
  month: string;
  /** The month of the reader's first day, which can be before the account was made. */
  firstMonth: string;
  days: CalendarDay[];
  streak: number;
  /** Including the benefit of the grade. */
  cycle: Reward[];
  gradeBonus: number;
  /** The bonus that 月卡 adds to a day; 0 without 月卡 or in teen mode. */
  passBonus: number;
  repairCost: number;
  validDays: { bonus: number; tickets: number };
};

export type Attendance = {
  /** Refuses a month before the first or after the current one as a bad field. */
  calendar(caller: Caller, month: string | undefined, now: Date): Promise<Calendar>;
  /** Signs today; refuses if the reader has signed already. */
  sign(caller: Caller, now: Date): Promise<Reward>;
  /** Repairs a missed day of this week for bonus. */
  repair(caller: Caller, day: string, now: Date): Promise<Reward>;
};

const POINTS_OF_SIGN = 5;
const DAY_MS = 24 * 3600 * 1000;

export function createAttendance(pool: Pool, ports: RewardsPorts): Attendance {
  /** The attendance of a reader in this week and in a month. */
  async function standingOf(
    db: Db,
    { readerId, teen, profile, attendance }: Reader,
    now: Date,
    month?: string,
  ): Promise<Standing> {
    const today = shanghaiDay(now);
    // With the day before, because streaks continue from it, and the day after, which another node may have started.
    const week = { from: addDays(mondayOf(today), -1), to: addDays(today, 1) };
    const days = await listDays(db, readerId, week, month === undefined ? week : spanOfMonth(month));
    return {
      attendance,
      level: ports.levelOf(profile.points),
      today,
      firstDay: shanghaiDay(profile.createdAt),
      withoutRepair: teen,
      passEndsOn: teen || !attendance.passBonus ? null : await passEndOf(db, readerId, now),
      signed: new Map(days.map((each) => [each.day, each])),
    };
  }

  /**
   * Runs under the lock of the reader, which comes before the rows of this module and the wallet. The settings are read before the
   * lock: reading them can need another connection, and all connections can be in use by calls that wait for the lock.
   */
  async function locked<Done>(caller: Caller, work: (tx: Tx, reader: Reader) => Promise<Done>): Promise<Done> {
    const { attendance } = await ports.settings();
    return transaction(pool, async (tx) => {
      const profile = (await ports.lockReader(tx, caller.readerId)) ?? refuse('sessionLost');
      return work(tx, { readerId: caller.readerId, teen: caller.teen, profile, attendance });
    });
  }

  return {
    async calendar(caller, asked, now) {
      const month = asked ?? monthOf(shanghaiDay(now));
      const firstMonth = await firstMonthOf(pool, caller);
      if (month > monthOf(shanghaiDay(now)) || month < firstMonth) throw new BadField('month');
      const { attendance } = await ports.settings();
      const standing = await standingOf(pool, { ...caller, attendance }, now, month);
      const { level } = standing;
      return {
        month,
        firstMonth,
        days: viewMonth(standing, month),
        streak: currentStreak(standing),
        cycle: attendance.bonus.map((_, index) => rewardOf(attendance, level, index + 1)),
        gradeBonus: gradeBonusOf(attendance, level),
        passBonus: caller.teen ? 0 : (attendance.passBonus ?? 0),
        repairCost: attendance.repairCost ?? 0,
        validDays: { bonus: attendance.bonusDays, tickets: attendance.ticketDays },
      };
    },

    sign: (caller, now) =>
      locked(caller, async (tx, reader) => {
        const standing = await standingOf(tx, reader, now);
        const { today, signed } = standing;
        // If tomorrow is signed already, the clock of another node is ahead, and today can't be signed any more.
        if (signed.has(today) || signed.has(addDays(today, 1))) refuse('alreadyCheckedIn');
        await ports.addGrowth(tx, reader.readerId, POINTS_OF_SIGN);
        return give(tx, reader.readerId, standing, { day: today, streak: streakWith(signed, today), cost: null }, now);
      }),

    repair: (caller, day, now) =>
      locked(caller, async (tx, reader) => {
        const { readerId } = reader;
        const standing = await standingOf(tx, reader, now);
        const cost = standing.attendance.repairCost;
        if (cost === null || !isRepairable(standing, day)) return refuse('repairUnavailable');
        const title = `补签 ${day.slice(5)}`;
        await spendBonus(
          tx,
          readerId,
          { kind: 'repair', key: `repair:${readerId}:${day}`, title, amount: cost },
          now,
        ).catch((error: unknown) => {
          if (error instanceof TooLittle) refuse('insufficientCoins', null, '赠币不足');
          throw error;
        });
        return give(tx, readerId, standing, { day, streak: streakWith(standing.signed, day), cost }, now);
      }),
  };
}

type Reader = {
  readerId: number;
  teen: boolean;
  profile: Pick<CallerProfile, 'points' | 'createdAt'>;
  attendance: Standing['attendance'];
};

/** The key of a day's reward in the ledger. */
export function keyOfSign(readerId: number, day: string): string {
  return `sign:${readerId}:${day}`;
}

/** Records a day and credits its reward. */
async function give(
  tx: Tx,
  readerId: number,
  standing: Standing,
  { day, streak, cost }: { day: string; streak: number; cost: number | null },
  now: Date,
): Promise<Reward> {
  const { attendance } = standing;
  const { bonus, tickets } = rewardOn(standing, day, streak);
  await addDay(tx, readerId, { day, streak, bonus, tickets, repairCost: cost }, now);
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const content = {
    ...(bonus > 0 && { bonus: { amount: bonus, expiresAt: inDays(attendance.bonusDays) } }),
    ...(tickets > 0 && { tickets: { amount: tickets, expiresAt: inDays(attendance.ticketDays) } }),
  };
  if (bonus + tickets > 0) {
    const line = { kind: 'sign', key: keyOfSign(readerId, day), title: `签到 ${day.slice(5)}` } as const;
    await credit(tx, readerId, { ...line, ...content }, now);
  }
  return { bonus, tickets };
}

/** The first day (Asia/Shanghai) without 月卡; null without one. */
async function passEndOf(db: Db, readerId: number, now: Date): Promise<string | null> {
  const until = await passUntil(db, readerId, now);
  return until && shanghaiDay(until);
}

/** Days that were signed before the login can be older than the account. */
async function firstMonthOf(db: Db, { readerId, profile }: Caller): Promise<string> {
  const first = await firstSignedDay(db, readerId);
  const registered = shanghaiDay(profile.createdAt);
  return monthOf(first !== null && first < registered ? first : registered);
}
