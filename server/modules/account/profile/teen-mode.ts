import type { Pool } from 'pg';
import type { TeenTier } from '#contract/shapes';
import type { Caller, Ctx } from '../../../core/dispatch/ctx.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { shanghaiDay, shanghaiMinute } from '../../../core/time/shanghai-day.ts';
import type { Guesses } from '../credentials/guesses.ts';
import type { Hashing } from '../credentials/hash.ts';
import { findReader } from '../reader/store.ts';
import { countMinute, minutesOf, setPin } from './teen-store.ts';

/** Below 16 years, and from 16 on. */
const MINUTES_A_DAY = { under16: 40, from16: 120 };
const OPENS_AT = 6;
const CLOSES_AT = 22;

/** 未成年人模式: switched by a PIN, with opening hours and a daily limit. Which comics it shows is decided by the catalogue. */
export type TeenMode = {
  /**
   * Turns the mode on or off, or changes its tier while it is on; null if the PIN is wrong. Without a `tier` the current one
   * stays; at first it is `under16`.
   */
  set(
    ctx: Ctx,
    caller: Caller,
    wish: { on: boolean; pin: string; tier?: TeenTier | undefined },
  ): Promise<Caller | null>;
  /** Refuses at night and after the minutes of a day, if the caller is in teen mode. */
  check(caller: Caller, now: Date): Promise<void>;
  /** The same for opening a chapter; counts the current minute. */
  checkReading(caller: Caller, now: Date): Promise<void>;
  /** The caller is reading: counts the current minute. Returns whether they may read now. */
  noteReading(caller: Caller, now: Date): Promise<boolean>;
};

export function createTeenMode(pool: Pool, guesses: Guesses, hashing: Hashing): TeenMode {
  const count = (caller: Caller, now: Date) =>
    countMinute(pool, caller.readerId, { ...momentOf(now), most: minutesADay(caller) });

  function checkHour(now: Date): void {
    if (!isOpen(now)) refuseWith('未成年人模式下每天 22:00 至次日 6:00 不能阅读');
  }

  /** Counts the current minute; false if the day's minutes are used up. */
  async function hasTime(caller: Caller, now: Date): Promise<boolean> {
    const minutes = await count(caller, now);
    return minutes !== null && minutes <= minutesADay(caller);
  }

  return {
    async set(ctx, caller, { on, pin, tier }) {
      const reader = await findReader(pool, caller.readerId);
      if (!reader) refuse('sessionLost');
      const { teenPinHash, teenFrom16 } = reader;
      const isOn = teenPinHash !== null;
      const isFrom16 = on && (tier ? tier === 'from16' : isOn && teenFrom16);
      const hashCaller = { urgent: false, address: ctx.from.address };
      if (isOn) {
        const key = guesses.keyOf('teen', String(caller.readerId));
        if (!(await guesses.attempt(key, ctx.now, () => hashing.matches(pin, teenPinHash, hashCaller)))) return null;
        await guesses.forget(key);
      }
      if (on !== isOn || isFrom16 !== teenFrom16) {
        const hash = on ? (teenPinHash ?? (await hashing.hash(pin, hashCaller))) : null;
        if (!(await setPin(pool, caller.readerId, { hash, old: teenPinHash, isFrom16 }))) return null;
      }
      return { ...caller, teen: on, profile: { ...caller.profile, teenFrom16: isFrom16 } };
    },

    async check(caller, now) {
      if (!caller.teen) return;
      checkHour(now);
      if ((await minutesOf(pool, caller.readerId, shanghaiDay(now))) > minutesADay(caller)) refuseForToday(caller);
    },

    async checkReading(caller, now) {
      if (!caller.teen) return;
      checkHour(now);
      if (!(await hasTime(caller, now))) refuseForToday(caller);
    },

    async noteReading(caller, now) {
      return !caller.teen || ((await hasTime(caller, now)) && isOpen(now));
    },
  };
}

function isOpen(now: Date): boolean {
  const minute = shanghaiMinute(now);
  return minute >= OPENS_AT * 60 && minute < CLOSES_AT * 60;
}

/** The day in Shanghai, and the minute of that day. */
function momentOf(now: Date): { day: string; minute: number } {
  return { day: shanghaiDay(now), minute: shanghaiMinute(now) };
}

function minutesADay({ profile }: Caller): number {
  return profile.teenFrom16 ? MINUTES_A_DAY.from16 : MINUTES_A_DAY.under16;
}

function refuseForToday(caller: Caller): never {
  const minutes = minutesADay(caller);
  const time = minutes % 60 === 0 ? `${minutes / 60} 小时` : `${minutes} 分钟`;
  refuseWith(`未成年人模式下每天可阅读 ${time}，今天的时间已用完`);
}

function refuseWith(message: string): never {
  refuse('teenModeForbids', null, message);
}
