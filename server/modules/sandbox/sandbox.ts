import type { Pool } from 'pg';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Clock } from '../../core/ctx.ts';
import { cashierPage, noTradePage } from './cashier-page.ts';
import { readKeys, type SandboxKeys } from './key-store.ts';
import { createNotifier, type OwnFetch } from './notifier.ts';
import { faultOf, signBody } from './signing.ts';
import { findTradeByKey, type SandboxTrade } from './trade-store.ts';
import { createTrading, type Trading, viewPayment, WAYS_TO_PAY } from './trading.ts';
import { BillRequest, CreateRequest, OrderRequest, RefundQuery, RefundRequest } from './wire.ts';

export type { SandboxKeys } from './key-store.ts';
export type { OwnFetch } from './notifier.ts';
export { faultOf, signBody } from './signing.ts';
export {
  APP,
  Bill,
  Closed,
  Created,
  CURRENCY,
  MERCHANT,
  NOTIFICATION,
  Notification,
  type Payment,
  Queried,
  RECEIVED,
  Refunded,
} from './wire.ts';

export type SandboxRequest = { method: string; path: string; headers: Readonly<Record<string, string>>; body: Buffer };
export type SandboxReply = { status: number; headers: Record<string, string>; body: string };

/** A gateway of payments that moves no money. */
export type Sandbox = {
  /** Answers whatever comes under `/sandbox/`. */
  handle(request: SandboxRequest): Promise<SandboxReply>;
  /** Tells the shop again what it has not heard. */
  notify(now: Date): Promise<void>;
  /** Of both sides; made when they are first needed. */
  keys(): Promise<SandboxKeys>;
};

export type SandboxParts = {
  pool: Pool;
  log: Logger;
  clock: Clock;
  ownFetch: OwnFetch;
  siteName(): Promise<string>;
};

const API = '/sandbox/api/';
const CASHIER = /^\/sandbox\/cashier\/([0-9a-f]{32})$/;
const AMOUNT = /^\d{1,9}\.\d{2}$/;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
};

export function createSandbox({ pool, log, clock, ownFetch, siteName }: SandboxParts): Sandbox {
  let made: Promise<SandboxKeys> | null = null;
  const keys = () => {
    made ??= readKeys(pool).catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
  const trading = createTrading(pool);
  const notify = createNotifier({ pool, log, keys, ownFetch });

  /** What the shop itself calls; both sides sign. */
  async function answerShop(request: SandboxRequest): Promise<SandboxReply> {
    const { gateway, merchant } = await keys();
    const now = clock();
    const subject = `${request.method} ${request.path}`;
    const work = WORK[request.path.slice(API.length)];
    const isOurs = faultOf(merchant.publicKey, subject, request, now) === null;
    if (!work || !isOurs) return { status: isOurs ? 404 : 401, headers: {}, body: '' };
    const result = await work(trading, request.body, now).catch((error) => {
      if (error instanceof v.ValiError || error instanceof SyntaxError) return null;
      throw error;
    });
    if (result === null) return { status: 400, headers: {}, body: '' };
    const body = JSON.stringify(result);
    const signature = signBody(gateway.privateKey, `${subject} ${request.headers['sandbox-nonce']}`, body, now);
    return { status: 200, headers: { 'content-type': 'application/json', ...signature }, body };
  }

  async function answerReader({ method, body }: SandboxRequest, cashierKey: string): Promise<SandboxReply> {
    const trade = await findTradeByKey(pool, cashierKey);
    if (!trade) return { status: 404, headers: PAGE, body: noTradePage() };
    const now = clock();
    if (method !== 'POST')
      return { status: 200, headers: PAGE, body: cashierPage(trade, await siteName(), isOpen(trade, now)) };
    const act = new URLSearchParams(body.toString('latin1')).get('act');
    const way = WAYS_TO_PAY.find((each) => each === act);
    if (way) await trading.pay(trade, way, now);
    else if (act === 'cancel') await trading.close(trade.orderNo);
    else return { status: 400, headers: PAGE, body: noTradePage() };
    // The shop mostly knows before the reader is back, as with real channels.
    if (way) await notify(now).catch((error) => log.warn({ err: error }, 'the sandbox could not tell of a payment'));
    return { status: 303, headers: { ...PAGE, location: trade.returnUrl }, body: '' };
  }

  return {
    async handle(request) {
      const cashier = CASHIER.exec(request.path)?.[1];
      if (cashier) return answerReader(request, cashier);
      if (request.method === 'POST' && request.path.startsWith(API)) return answerShop(request);
      return { status: 404, headers: PAGE, body: noTradePage() };
    },
    notify,
    keys,
  };
}

function isOpen({ state, expiresAt }: SandboxTrade, now: Date): boolean {
  return state === 'open' && expiresAt > now;
}

type Work = (trading: Trading, body: Buffer, now: Date) => Promise<unknown>;

const DAY_MS = 24 * 3600 * 1000;

/** Every call of the gateway, by the end of its path. */
const WORK: Readonly<Record<string, Work>> = {
  async create(trading, body, now) {
    const { orderNo, title, amount, returnUrl, expiresAt } = read(CreateRequest, body);
    const cashFen = fenOf(amount);
    const trade = await trading.create({ orderNo, title, cashFen, returnUrl, expiresAt: new Date(expiresAt) }, now);
    return { cashierPath: `/sandbox/cashier/${trade.cashierKey}` };
  },
  query: (trading, body) => trading.query(read(OrderRequest, body).orderNo),
  close: async (trading, body) => ({ state: await trading.close(read(OrderRequest, body).orderNo) }),
  async refund(trading, body, now) {
    const { amount, ...refund } = read(RefundRequest, body);
    return { state: await trading.refund({ ...refund, cashFen: fenOf(amount) }, now) };
  },
  'query-refund': async (trading, body) => ({ state: await trading.queryRefund(read(RefundQuery, body).refundNo) }),
  async bill(trading, body) {
    const from = new Date(`${read(BillRequest, body).day}T00:00:00+08:00`);
    const lines = await trading.bill(from, new Date(from.getTime() + DAY_MS));
    return { lines: lines.map((line) => ({ ...viewPayment(line), refundNo: line.refundNo, fee: '0.00' })) };
  },
};

function read<Schema extends v.GenericSchema>(schema: Schema, body: Buffer): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(body.toString('utf8')));
}

function fenOf(amount: string): number {
  if (!AMOUNT.test(amount)) throw new SyntaxError('an amount is yuan with two places');
  return Number(amount.replace('.', ''));
}
