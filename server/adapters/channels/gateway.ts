import * as v from 'valibot';
import { fenOfYuan, type NotifyingChannel } from '../../modules/shop/shop.ts';

/** What every channel of real money works with besides its account. */
export type GatewayParts = {
  fetch: typeof globalThis.fetch;
  clock: () => Date;
  /** Where the channel reports payments: a full address of this site, without a query. */
  notifyUrl: string;
};

/** A channel, and a question to it that costs nothing and fails unless keys, account and clock are right. */
export type GatewayChannel = NotifyingChannel & { probe(signal: AbortSignal): Promise<void> };

/** The gateway understood, and says no with a code of its own. */
export class GatewayRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Runs a call, and turns a refusal into what `turn` makes of its code; undefined = the refusal stands. */
export async function orRefused<T>(
  call: Promise<T>,
  turn: (code: string) => T | undefined | Promise<T | undefined>,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const turned = error instanceof GatewayRefusal ? await turn(error.code) : undefined;
    if (turned === undefined) throw error;
    return turned;
  }
}

/** A number that no order of ours has, to ask for. */
export const NO_ORDER = 'CHECK-0000000000';

/** An amount of yuan, read as fen. */
export const Yuan = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const fen = fenOfYuan(dataset.value);
    if (fen !== null) return fen;
    addIssue({ message: 'no amount of yuan' });
    return NEVER;
  }),
);

const SHANGHAI = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** Reads `2026-11-22 10:00:00` as a moment in Shanghai. */
export const ShanghaiTime = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const [, day, time] = SHANGHAI.exec(dataset.value) ?? [];
    const at = new Date(`${day}T${time}+08:00`);
    if (!Number.isNaN(at.getTime())) return at;
    addIssue({ message: 'no time' });
    return NEVER;
  }),
);

const BILLS_FROM_HOUR = 10;

/** Bills of Alipay and WeChat exist from ten in the morning of the next day on; before, none would look like an empty one. */
export function expectBill(day: string, now: Date): void {
  const from = new Date(`${day}T00:00:00+08:00`).getTime() + (24 + BILLS_FROM_HOUR) * 3600 * 1000;
  if (now.getTime() < from) throw new Error(`the bill of ${day} is not made yet`);
}
