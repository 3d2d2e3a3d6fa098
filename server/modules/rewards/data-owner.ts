import type { Tx } from '../../core/db/db.ts';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { keyOfSign } from './attendance/attendance.ts';
import { dropDays, listAllDays, moveDays, signedByBoth } from './attendance/store.ts';
import { keyOfGift, noteClaims } from './gifts/gifts.ts';
import { claimedByBoth, dropClaims, listClaims, moveClaims } from './gifts/store.ts';
import type { RewardsPorts } from './ports.ts';
import { dropUser, exportUses, moveUses } from './redeeming/use-store.ts';

/** The keys of an anonymous reader's credits that a merge does not move, because the account has got the same. */
export async function keysGrantedToBoth(tx: Tx, fromReaderId: number, toReaderId: number): Promise<string[]> {
  const gifts = await claimedByBoth(tx, fromReaderId, toReaderId);
  const days = await signedByBoth(tx, fromReaderId, toReaderId);
  return [
    ...gifts.map((campaignId) => keyOfGift(campaignId, fromReaderId)),
    ...days.map((day) => keyOfSign(fromReaderId, day)),
  ];
}

/** Merges after the wallet, which reads `keysGrantedToBoth` before. */
export function createRewardsDataOwner(ports: Pick<RewardsPorts, 'setClaimedGifts'>): ReaderDataOwner {
  return {
    name: 'rewards',

    async mergeReader(tx, fromReaderId, toReaderId) {
      if (fromReaderId === toReaderId) return;
      await moveClaims(tx, fromReaderId, toReaderId);
      await moveDays(tx, fromReaderId, toReaderId);
      await moveUses(tx, fromReaderId, toReaderId);
      await noteClaims(tx, ports, toReaderId);
    },

    async eraseReader(tx, readerId) {
      await dropClaims(tx, readerId);
      await dropDays(tx, readerId);
      await dropUser(tx, readerId);
    },

    exportReader: async (tx, readerId) => ({
      gifts: await listClaims(tx, readerId),
      attendance: await listAllDays(tx, readerId),
      redeemCodes: await exportUses(tx, readerId),
    }),
  };
}
