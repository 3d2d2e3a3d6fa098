import type { GatewayChannel } from '../../server/adapters/channels/gateway.ts';
import type { BillLine } from '../../server/modules/shop/shop.ts';
import type { SentNotification } from '../factories/shop.ts';

/** Fields of a notification that differ from the payment. */
export type NotificationFields = {
  amount?: number;
  currency?: string;
  merchant?: string;
  app?: string;
  transactionId?: string;
  /** When it was signed. */
  at?: Date;
  /** Additional unknown fields. */
  more?: Record<string, string>;
  /** An invalid signature. `probe`: WeChat's test of whether invalid signatures are refused. */
  signature?: 'forged' | 'probe';
};

/** `lost`: the request is executed, but the response does not arrive. */
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

/** A fake gateway in a channel's wire format, and the channel that calls it. */
export type FakeGateway = {
  channel: GatewayChannel;
  /** The `fetch` with which its channel calls it. */
  fetch: typeof globalThis.fetch;
  trades: Map<string, FakeTrade>;
  /** The received requests. */
  asked: string[];
  /** The fault of the next requests. */
  trouble: Trouble | null;
  /** Called before the response to a request for a trade. */
  beforeAnswer: (() => Promise<unknown>) | null;
  /** Pays an order and returns the notification. */
  pay(orderNo: string, says?: NotificationFields): SentNotification;
  /** Sets the bill of a day; default: empty. */
  setBill(day: string, lines: readonly BillLine[]): void;
  /** Returns the notification of a completed refund. */
  refundNotification(orderNo: string, refundNo: string): SentNotification;
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

/** A `fetch` that is handled in this process, or fails as configured. */
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
