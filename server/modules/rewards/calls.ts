import { redeem } from '#contract/calls/redeeming';
import { gift, sign } from '#contract/calls/rewards';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { BadField } from '../../core/refusal/refusal.ts';
import { shanghaiDayEnd } from '../../core/time/shanghai-day.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Gift } from './gifts/gifts.ts';
import type { Rewards } from './rewards.ts';

/** Claiming gifts, signing the day and using redeem codes. */
export function rewardsCalls({ gifts, attendance, redeeming }: Rewards, wallet: Pick<Wallet, 'balances'>): Served[] {
  return [
    serve(gift, async ({ caller, now, validUntil }, { claim }) => {
      const claimed = claim === undefined ? [] : await gifts.claim(caller, claim, now);
      validUntil(await gifts.nextChange(now));
      return { gifts: (await gifts.list(caller, now)).map(viewGift), claimed };
    }),

    serve(sign, async ({ caller, now, validUntil }, { sign, repair, month }) => {
      if (sign && repair !== undefined) throw new BadField('repair');
      const repaired = repair === undefined ? null : await attendance.repair(caller, repair, now);
      const reward = sign ? await attendance.sign(caller, now) : repaired;
      validUntil(shanghaiDayEnd(now));
      const [calendar, { bonus, tickets }] = await Promise.all([
        attendance.calendar(caller, month, now),
        wallet.balances(caller.readerId, now),
      ]);
      const { passBonus, ...shown } = calendar;
      return { ...shown, ...(passBonus > 0 && { passBonus }), reward, bonus, tickets };
    }),

    serve(redeem, async (ctx, request, refuse) => {
      if (ctx.caller.teen) return refuse('teenModeForbids');
      const { brought, balances } = await redeeming.redeem(ctx, request, refuse);
      const { expiresAt, passDays, ...amounts } = brought;
      const days = passDays > 0 ? { passDays } : {};
      return { ...amounts, ...days, expiresAt: expiresAt?.toISOString() ?? null, balances };
    }),
  ];
}

function viewGift({ expiresAt, claimedAt, lastsUntil, ...rest }: Gift) {
  return {
    ...rest,
    expiresAt: expiresAt.toISOString(),
    claimedAt: claimedAt?.toISOString() ?? null,
    lastsUntil: lastsUntil?.toISOString() ?? null,
  };
}
