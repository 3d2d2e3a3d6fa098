import * as v from 'valibot';
import { fenOfYuan, type NotifyingChannel } from '../../modules/shop/shop.ts';

/** The settings that every channel of real money needs besides its account. */
export type GatewayParts = {
  fetch: typeof globalThis.fetch;
  clock: () => Date;
  /** The full address of this site for notifications, without a query. */
  notifyUrl: string;
};

/** A channel with a free check, which fails unless keys, account and clock are right. */
export type GatewayChannel = NotifyingChannel & { probe(signal: AbortSignal): Promise<void> };

/** The gateway has refused a valid request, with a code. */
export class GatewayRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Runs a call and turns a refusal into the result of `turn` for its code; `undefined`: throws the refusal. */
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

/** A number that no order has, for checks. */
export const NO_ORDER = 'CHECK-0000000000';

/** An amount of yuan, parsed as fen. */
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

/** Parses `2026-11-22 10:00:00` as a time in Shanghai. */
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

/** Alipay and WeChat have bills from ten in the morning of the next day. Before that, the answer looks like an empty bill. */
export function expectBill(day: string, now: Date): void {
  const from = new Date(`${day}T00:00:00+08:00`).getTime() + (24 + BILLS_FROM_HOUR) * 3600 * 1000;
  if (now.getTime() < from) throw new Error(`the bill of ${day} is not made yet`);
}
