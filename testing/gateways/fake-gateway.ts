import type { GatewayChannel } from '../../server/adapters/channels/gateway.ts';
import type { BillLine } from '../../server/modules/shop/shop.ts';
import type { SentNotification } from '../factories/shop.ts';

/** What a notification says otherwise than the payment was. */
export type Says = {
  amount?: number;
  currency?: string;
  merchant?: string;
  app?: string;
  transactionId?: string;
  /** When it was signed. */
  at?: Date;
  /** Fields that nobody knows yet. */
  more?: Record<string, string>;
  /** Of somebody without the key; `probe`: as WeChat sends them to see that they are refused. */
  signature?: 'forged' | 'probe';
};

/** `lost`: what was asked is done, and the answer never comes. */
export type Trouble = '500' | 'hang' | 'reset' | 'unsigned' | 'lost';

export type FakeTrade = {
  title: string;
  amount: number;
  currency: string;
  state: 'open' | 'paid' | 'closed';
  transactionId: string;
  paidAt: Date;
  refunds: Map<string, number>;
};

/** A gateway in the wire format of a channel, and the channel that calls it. */
export type FakeGateway = {
  channel: GatewayChannel;
  /** How its channel reaches it. */
  fetch: typeof globalThis.fetch;
  trades: Map<string, FakeTrade>;
  /** What it was asked, in order. */
  asked: string[];
  /** What happens to the next requests. */
  trouble: Trouble | null;
  /** Before a request for a trade is answered. */
  beforeAnswer: (() => Promise<unknown>) | null;
  /** Takes the money of an order, and writes what it tells of it. */
  pay(orderNo: string, says?: Says): SentNotification;
  /** What its bill of a day says; empty until then. */
  setBill(day: string, lines: readonly BillLine[]): void;
  /** Writes that a refund is done. */
  tellRefund(orderNo: string, refundNo: string): SentNotification;
};

let counted = 0;

export function newTrade(title: string, amount: number, currency = 'cny'): FakeTrade {
  counted++;
  const transactionId = `20261122${String(counted).padStart(20, '0')}`;
  return { title, amount, currency, state: 'open', transactionId, paidAt: new Date(0), refunds: new Map() };
}

export function takePayment(trades: Map<string, FakeTrade>, orderNo: string, now: Date): FakeTrade {
  const trade = trades.get(orderNo) ?? newTrade('', 600);
  trades.set(orderNo, trade);
  Object.assign(trade, { state: 'paid', paidAt: new Date(Math.floor(now.getTime() / 1000) * 1000) });
  return trade;
}

type Answering = Pick<FakeGateway, 'trouble' | 'beforeAnswer' | 'asked'>;

/** Requests that are answered in this process, or as its trouble has it. */
export function fetchOf(
  gateway: () => Answering,
  answer: (request: Request) => Promise<Response>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const { trouble, beforeAnswer } = gateway();
    const request = new Request(input, init);
    if (trouble === 'reset') throw new TypeError('fetch failed');
    if (trouble === '500') return new Response('', { status: 500 });
    if (trouble === 'hang') return hang(request.signal);
    const response = await answer(request);
    await beforeAnswer?.();
    if (trouble === 'lost') throw new TypeError('fetch failed');
    return response;
  };
}

function hang(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
