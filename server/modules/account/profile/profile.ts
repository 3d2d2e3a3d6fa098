import type { Pool } from 'pg';
import type { Tx } from '../../../core/db/db.ts';
import type { Caller } from '../../../core/dispatch/ctx.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { ReaderLifecycle } from '../reader/lifecycle.ts';
import { findReader } from '../reader/store.ts';
import { deviceName } from '../session/device-name.ts';
import { exportAccount } from './export-store.ts';
import { readNickname } from './nickname.ts';
import { isReservedNickname } from './reserved-nickname.ts';
import {
  hasAutoBuy,
  listAutoBuys,
  setAdult,
  setAutoBuy,
  setAutoBuyOf,
  setFace,
  setGender,
  setNickname,
} from './store.ts';

/** The settings of readers, and the export of their data. */
export type Profile = {
  createdAt(caller: Caller): Promise<Date>;
  /** Refuses if the nickname could be taken for the operator's. */
  setNickname(caller: Caller, nickname: string): Promise<Caller>;
  setGender(caller: Caller, gender: 0 | 1 | 2): Promise<void>;
  setFace(caller: Caller, face: number): Promise<Caller>;
  /** Refuses in teen mode. */
  setAdult(caller: Caller, adult: boolean): Promise<Caller>;
  setAutoBuy(caller: Caller, on: boolean): Promise<void>;
  setAutoBuyOf(caller: Caller, comicId: number, on: boolean, now: Date, tx?: Tx): Promise<void>;
  /** The comics whose new chapters are bought automatically, the latest setting first. */
  autoBuys(caller: Caller): Promise<number[]>;
  /** Whether new chapters of this comic are bought automatically, by its own setting or the general one. */
  buysAutomatically(caller: Caller, comicId: number): Promise<boolean>;
  /** All data of a reader, by module. */
  exportData(reader: Pick<Caller, 'readerId'>): Promise<Record<string, unknown>>;
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
      return { ...caller, profile: { ...caller.profile, nickname } };
    },

    setGender: ({ readerId }, gender) => setGender(pool, readerId, gender),

    async setFace(caller, face) {
      await setFace(pool, caller.readerId, face);
      return { ...caller, profile: { ...caller.profile, face } };
    },

    async setAdult(caller, adult) {
      if (caller.teen && adult) return refuse('teenModeForbids');
      await setAdult(pool, caller.readerId, adult);
      return { ...caller, adult };
    },

    setAutoBuy: ({ readerId }, on) => setAutoBuy(pool, readerId, on),
    setAutoBuyOf: ({ readerId }, comicId, on, now, tx) => setAutoBuyOf(tx ?? pool, readerId, comicId, on, now),
    autoBuys: async ({ readerId }) => (await listAutoBuys(pool, readerId)).map(({ comicId }) => comicId),

    buysAutomatically: async ({ readerId, profile }, comicId) =>
      profile.autoBuy || (await hasAutoBuy(pool, readerId, comicId)),

    async exportData({ readerId }) {
      const account = await exportAccount(pool, readerId);
      if (!account) refuse('sessionLost');
      const devices = account.devices.map((session) => ({ device: deviceName(session.userAgent), ...session }));
      return { account: { ...account, devices }, ...(await lifecycle.exportData(readerId)) };
    },
  };
}
