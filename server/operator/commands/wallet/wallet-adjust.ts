import { randomUUID } from 'node:crypto';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { transaction } from '../../../core/db/db.ts';
import {
  type AdjustmentPlan,
  ASSET_NAMES,
  type Asset,
  adjust,
  previewAdjustment,
  readBalances,
} from '../../../modules/wallet/wallet.ts';
import type { CommandContext } from '../command.ts';
import { agree, type Confirm } from '../confirm.ts';
import { explained } from '../explained.ts';

export type Amount = { asset: Asset; amount: number };
export type AdjustArgs = { amounts: Amount[]; reason: string; days: number; yes: boolean };
export type AdjustContext = Pick<CommandContext, 'pool' | 'clock'> & {
  stdout: { write(text: string): unknown };
  confirm: Confirm;
};

/** Larger amounts need a confirmation, because of typing mistakes. */
const MOST_UNASKED: Readonly<Record<Asset, number>> = { coin: 1000, bonus: 1000, ticket: 100 };
const DAY_MS = 24 * 3600 * 1000;

/** Shows an adjustment, asks if it is large or leaves a debt, and makes it. Returns the exit code. */
export async function adjustWallet(readerId: number, args: AdjustArgs, context: AdjustContext): Promise<number> {
  const { pool, stdout, clock, confirm } = context;
  return explained(stdout, '', async () => {
    const plans: AdjustmentPlan[] = [];
    for (const amount of args.amounts) plans.push(await previewAdjustment(pool, readerId, amount, clock()));
    stdout.write(`调整读者 ${readerId}：\n${plans.map((plan) => `  ${planText(plan)}\n`).join('')}`);
    const isLarge = args.amounts.some(({ asset, amount }) => Math.abs(amount) > MOST_UNASKED[asset]);
    const loses = plans.some(({ owed, gone }) => owed + gone > 0);
    if ((isLarge || loses) && !(await agree(args.yes, stdout, confirm))) return 1;
    await carryOut(readerId, args, plans, context);
    const { coins, bonus, tickets } = await readBalances(pool, readerId, clock());
    stdout.write(`已调整。读者 ${readerId} 现有漫币 ${coins}、赠币 ${bonus}、阅读券 ${tickets}。\n`);
    return 0;
  });
}

function planText({ asset, was, becomes, reverses, owed, gone }: AdjustmentPlan): string {
  const parts = [
    `${ASSET_NAMES[asset]} ${was} → ${becomes}`,
    ...(reverses === null ? [] : [`撤回 ${reverses} 号记录给的`]),
    ...(owed > 0 ? [`花掉的 ${owed} 记为欠，以后得到的漫币先还`] : []),
    ...(gone > 0 ? [`用掉或过期的 ${gone} 收不回来`] : []),
  ];
  return parts.join('，');
}

async function carryOut(
  readerId: number,
  { amounts, reason, days }: AdjustArgs,
  plans: readonly AdjustmentPlan[],
  { pool, clock }: AdjustContext,
): Promise<void> {
  const now = clock();
  const common = { expiresAt: new Date(now.getTime() + days * DAY_MS), actor: operatorName(), reason };
  const key = `adjust:${randomUUID()}`;
  await transaction(pool, async (tx) => {
    for (const [index, amount] of amounts.entries()) {
      const { owed = 0, gone = 0 } = plans[index] ?? {};
      await adjust(tx, readerId, `${key}:${amount.asset}`, { ...common, ...amount, accepts: { owed, gone } }, now);
    }
  });
}
