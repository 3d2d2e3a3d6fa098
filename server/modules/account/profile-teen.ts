import type { Pool } from 'pg';
import type { Caller, Ctx } from '../../core/ctx.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Guesses } from './credentials-guesses.ts';
import { fitsHash, hashSecret } from './credentials-hash.ts';
import { countMinute, minutesOf, setPin } from './profile-teen-store.ts';
import { findReader } from './reader-store.ts';

const MINUTES_A_DAY = 40;
const OPENS_AT = 6;
const CLOSES_AT = 22;
const FOR_THE_YOUNG: readonly string[] = ['all', '12'];
const SHANGHAI_MS = 8 * 3600 * 1000;

/** 青少年模式: on and off by a PIN, and what it closes. */
export type TeenMode = {
  /** Turns the mode on or off; null where the PIN is wrong. */
  set(ctx: Ctx, caller: Caller, on: boolean, pin: string): Promise<Caller | null>;
  /** Refuses a young reader at night, after 40 minutes, or for a comic that is not theirs. Says nothing to others. */
  check(caller: Caller, ageRating: string, now: Date): Promise<void>;
  /** The same for what is read; the present minute counts. */
  checkReading(caller: Caller, ageRating: string, now: Date): Promise<void>;
  /** A sign that a young reader is reading: the present minute counts. */
  noteReading(caller: Caller, now: Date): Promise<void>;
};

export function createTeenMode(pool: Pool, guesses: Guesses): TeenMode {
  const count = (caller: Caller, now: Date) =>
    countMinute(pool, caller.readerId, { ...momentOf(now), most: MINUTES_A_DAY });

  function checkOpen(ageRating: string, now: Date): void {
    const { minute } = momentOf(now);
    if (minute < OPENS_AT * 60 || minute >= CLOSES_AT * 60) refuse('青少年模式下每天 22:00 至次日 6:00 不能阅读');
    if (!FOR_THE_YOUNG.includes(ageRating)) refuse('这部作品不适合青少年模式');
  }

  return {
    async set(ctx, caller, on, pin) {
      const reader = await findReader(pool, caller.readerId);
      if (!reader) throw new Refusal(-1);
      const { teenPinHash } = reader;
      const hashCaller = { urgent: false, address: ctx.from.address };
      if (teenPinHash !== null) {
        const key = guesses.keyOf('teen', String(caller.readerId));
        if (!(await guesses.attempt(key, ctx.now, () => fitsHash(pin, teenPinHash, hashCaller)))) return null;
        await guesses.forget(key);
      }
      if (on !== (teenPinHash !== null)) {
        const isSet = await setPin(pool, caller.readerId, on ? await hashSecret(pin, hashCaller) : null, teenPinHash);
        if (!isSet) return null;
      }
      return { ...caller, teen: on };
    },

    async check(caller, ageRating, now) {
      if (!caller.teen) return;
      checkOpen(ageRating, now);
      if ((await minutesOf(pool, caller.readerId, momentOf(now).day)) > MINUTES_A_DAY) refuseForToday();
    },

    async checkReading(caller, ageRating, now) {
      if (!caller.teen) return;
      checkOpen(ageRating, now);
      const minutes = await count(caller, now);
      if (minutes === null || minutes > MINUTES_A_DAY) refuseForToday();
    },

    async noteReading(caller, now) {
      if (caller.teen) await count(caller, now);
    },
  };
}

/** The Shanghai day and the minute in it. */
function momentOf(now: Date): { day: string; minute: number } {
  const there = new Date(now.getTime() + SHANGHAI_MS);
  return { day: there.toISOString().slice(0, 10), minute: there.getUTCHours() * 60 + there.getUTCMinutes() };
}

function refuseForToday(): never {
  refuse(`青少年模式下每天可阅读 ${MINUTES_A_DAY} 分钟，今天的时间已用完`);
}

function refuse(message: string): never {
  throw new Refusal(2008, null, message);
}
