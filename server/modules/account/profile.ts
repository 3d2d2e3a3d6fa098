import type { Pool } from 'pg';
import type { Caller } from '../../core/ctx.ts';
import { refuse } from '../../core/refusal.ts';
import { exportAccount } from './profile-export-store.ts';
import { readNickname } from './profile-nickname.ts';
import { isReservedNickname } from './profile-nickname-reserved.ts';
import { listAutoBuys, setAdult, setAutoBuy, setAutoBuyOf, setGender, setNickname } from './profile-store.ts';
import type { ReaderLifecycle } from './reader-lifecycle.ts';
import { findReader } from './reader-store.ts';
import { deviceName } from './session-device.ts';

/** What a reader says of themselves, and what is kept of them. */
export type Profile = {
  createdAt(caller: Caller): Promise<Date>;
  /** Refused where the nickname speaks for the site. */
  setNickname(caller: Caller, nickname: string): Promise<Caller>;
  setGender(caller: Caller, gender: 0 | 1 | 2): Promise<void>;
  /** Refused for a young reader. */
  setAdult(caller: Caller, adult: boolean): Promise<Caller>;
  setAutoBuy(caller: Caller, on: boolean): Promise<void>;
  setAutoBuyOf(caller: Caller, comicId: number, on: boolean, now: Date): Promise<void>;
  /** The comics whose next chapters are bought by themselves, the latest set first. */
  autoBuys(caller: Caller): Promise<number[]>;
  /** Everything kept of a reader, by module. */
  everything(caller: Caller): Promise<Record<string, unknown>>;
};

export function createProfile(pool: Pool, lifecycle: ReaderLifecycle, siteName: () => Promise<string>): Profile {
  async function rowOf({ readerId }: Caller) {
    const reader = await findReader(pool, readerId);
    if (!reader) refuse('sessionLost');
    return reader;
  }

  return {
    createdAt: async (caller) => (await rowOf(caller)).createdAt,

    async setNickname(caller, given) {
      const nickname = readNickname(given);
      if (isReservedNickname(nickname, await siteName())) return refuse('nicknameReserved');
      await setNickname(pool, caller.readerId, nickname);
      return { ...caller, nickname };
    },

    setGender: ({ readerId }, gender) => setGender(pool, readerId, gender),

    async setAdult(caller, adult) {
      if (caller.teen && adult) return refuse('teenModeForbids');
      await setAdult(pool, caller.readerId, adult);
      return { ...caller, adult };
    },

    setAutoBuy: ({ readerId }, on) => setAutoBuy(pool, readerId, on),
    setAutoBuyOf: ({ readerId }, comicId, on, now) => setAutoBuyOf(pool, readerId, comicId, on, now),
    autoBuys: async ({ readerId }) => (await listAutoBuys(pool, readerId)).map(({ comicId }) => comicId),

    async everything({ readerId }) {
      const account = await exportAccount(pool, readerId);
      if (!account) refuse('sessionLost');
      const devices = account.devices.map((session) => ({ device: deviceName(session.userAgent), ...session }));
      return { account: { ...account, devices }, ...(await lifecycle.gather(readerId)) };
    },
  };
}
