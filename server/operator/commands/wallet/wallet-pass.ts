import { randomUUID } from 'node:crypto';
import { operatorName } from '../../../core/command-line/launch-environment.ts';
import { transaction } from '../../../core/db/db.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { lockReader } from '../../../modules/account/account.ts';
import { addEntry } from '../../../modules/audit/audit.ts';
import { grantPass, passUntil } from '../../../modules/membership/membership.ts';
import { agree } from '../confirm.ts';
import type { AdjustContext } from './wallet-adjust.ts';

export type PassArgs = { days: number; reason: string; yes: boolean };

/** More days need a confirmation, because of typing mistakes. */
const MOST_UNASKED = 31;

/** Adds days of 月卡 after those that a reader has. Returns the exit code. */
export async function givePass(readerId: number, args: PassArgs, context: AdjustContext): Promise<number> {
  const { pool, stdout, clock, confirm } = context;
  stdout.write(
    `给读者 ${readerId} 月卡 ${args.days} 天，现在${lastDayText(await passUntil(pool, readerId, clock()))}。\n`,
  );
  if (args.days > MOST_UNASKED && !(await agree(args.yes, stdout, confirm))) return 1;
  const now = clock();
  const until = await transaction(pool, async (tx) => {
    await lockReader(tx, readerId);
    const before = await passUntil(tx, readerId, now);
    const given = { key: `staff:${randomUUID()}`, source: 'staff', days: args.days, priceFen: 0 } as const;
    await grantPass(tx, readerId, given, now);
    const after = await passUntil(tx, readerId, now);
    const act = { actor: operatorName(), action: 'pass', reason: args.reason, undoes: null };
    const state = (at: Date | null) => ({ pass_until: at?.toISOString() ?? null });
    const change = { subject: 'reader', subjectId: readerId, before: state(before), after: state(after) } as const;
    await addEntry(tx, { ...act, ...change }, now);
    return after;
  });
  stdout.write(`已给，${lastDayText(until)}。\n`);
  return 0;
}

function lastDayText(until: Date | null): string {
  return until === null ? '没有月卡' : `月卡到 ${addDays(shanghaiDay(until), -1)} 为止`;
}
