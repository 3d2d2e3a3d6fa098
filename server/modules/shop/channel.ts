import type { NextStep } from '#contract/order-shapes';
import type { Channel as ShownChannel } from '#contract/shapes';

/** The place where the reader pays. Channels have different steps for each. */
export const SCENES = ['pc', 'mobile', 'wechat'] as const;
export type Scene = (typeof SCENES)[number];

/** An order for a channel. Amounts are integers in the smallest unit of the currency. */
export type NewTrade = {
  /** 6 to 32 of `[0-9A-Za-z_-]`, which every channel accepts. A second call with the same number makes no second trade. */
  orderNo: string;
  title: string;
  amount: number;
  /** The code of ISO 4217. */
  currency: string;
  scene: Scene;
  /** The full address of this site to which the channel sends the reader afterwards. A visit proves no payment. */
  returnUrl: string;
  /** The origin of this site for the reader's browser. */
  siteUrl: string;
  /** The IP address of the reader; some channels bind the payment to it. */
  readerAddress: string;
  /** The id of the payer at the channel, if the channel needs one (see `Payers`). */
  payer?: string;
  expiresAt: Date;
};

export type CreatedTrade = {
  next: NextStep;
  /** The id of the trade at the channel, if the number of the order is not enough to find it. */
  reference: string | null;
  /** When the step expires, if that is before the order expires. Then the same trade is created again for a new step. */
  nextUntil?: Date;
};

/**
 * Finds the id of the payer, for a channel that needs it before it creates a trade: a page of the channel sends the reader back
 * with a code. Nothing of this is stored.
 */
export type Payers = {
  readonly scenes: readonly Scene[];
  /** The address of that page. It sends the reader to `returnUrl` with `code` and `state`. */
  addressOf(returnUrl: string, state: string): string;
  /** The id of the payer that a code identifies; throws `UnknownPayer` if the code is invalid. */
  find(code: string, signal: AbortSignal): Promise<string>;
};

/** An existing trade, for later calls. */
export type Trade = { orderNo: string; reference: string | null };

/** A payment as the channel reports it. All of it is compared with the order and with `account`. */
export type ChannelPayment = {
  orderNo: string;
  /** Unique within the channel. A second payment of one order has a different one. */
  transactionId: string;
  merchant: string;
  app: string;
  amount: number;
  currency: string;
  paidAt: Date;
};

/** `open`: not paid yet; `none`: the channel does not know the trade. */
export type TradeState = { state: 'paid'; payment: ChannelPayment } | { state: 'open' | 'closed' | 'none' };

export type ChannelRefund = {
  /** The same in every try, so that the channel refunds once. */
  refundNo: string;
  orderNo: string;
  reference: string | null;
  transactionId: string;
  /** The amount of this payment. */
  paidAmount: number;
  amount: number;
  currency: string;
};

/** `pending`: the channel has accepted the refund and reports the result later. */
export type RefundState = 'pending' | 'done' | 'failed';

/** The payer demands the money from their bank. `lost`: the bank takes it back; `won`: it stays here. */
export type DisputeState = 'open' | 'won' | 'lost';

/** A notification as received. */
export type RawNotification = {
  body: Buffer;
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Without the question mark. */
  query: string;
};

/** The content of a verified notification. `other` has no effect. */
export type Notice =
  | { kind: 'paid'; payment: ChannelPayment }
  | { kind: 'refund'; refundNo: string; state: RefundState }
  | { kind: 'dispute'; disputeNo: string; transactionId: string; amount: number; currency: string; state: DisputeState }
  | { kind: 'other' };

/** A line of a channel's bill of one day: a payment, or a refund if it has the number of a refund. */
export type BillLine = {
  orderNo: string;
  transactionId: string;
  refundNo: string | null;
  amount: number;
  /** In the currency of the amount. */
  fee: number;
  currency: string;
  at: Date;
};

/** `accepted`: do not send it again; `refused`: it is invalid; `later`: this server has a problem, send it again. */
export type Verdict = 'accepted' | 'refused' | 'later';

/** The exact answer that a channel expects. */
export type NotifyAnswer = { status: number; contentType: string; body: string };

/**
 * A way to take money. A call can take as long as its signal allows. It throws if its outcome is unknown, and it never retries.
 */
export type Channel = ShownChannel & {
  readonly scenes: readonly Scene[];
  /** Takes no new orders; those before are still paid, refunded and compared. */
  readonly off?: boolean;
  /** The account that receives the money. Payments to other accounts are refused. */
  readonly account: { merchant: string; app: string };
  /** Only for channels that need the id of the payer. */
  readonly payers?: Payers;
  /** Throws `ChannelRefused` if the channel will never accept this order. */
  create(trade: NewTrade, signal: AbortSignal): Promise<CreatedTrade>;
  query(trade: Trade, signal: AbortSignal): Promise<TradeState>;
  /** Makes a payment impossible; `paid`: it was paid before. A trade that the channel does not know is closed. */
  close(trade: Trade, signal: AbortSignal): Promise<'closed' | 'paid'>;
  refund(refund: ChannelRefund, signal: AbortSignal): Promise<RefundState>;
  /** `none`: the channel does not know the refund. */
  queryRefund(refund: ChannelRefund, signal: AbortSignal): Promise<RefundState | 'none'>;
  /** All lines of a past day in Shanghai, such as `2026-11-22`. Throws if they are incomplete. */
  downloadBill(day: string, signal: AbortSignal): Promise<BillLine[]>;
  /** Reads a bill that a person has downloaded from the channel. Throws with the reason, in Chinese, if it is incomplete. */
  readBillFile?(file: Buffer): Promise<BillLine[]> | BillLine[];
};

/** The channels in the order in which readers see them, as an operator has set them by now. */
export type ChannelSource = {
  now(): readonly Channel[];
  /** Reads them again; returns whether they have changed. Throws if the settings have mistakes, and then nothing changes. */
  reload(): Promise<boolean>;
};

/** The channels by their ids, as an operator has set them by now. */
export type ChannelsById = { get(id: string): Channel | undefined; keys(): Iterable<string> };

/** A channel that sends notifications. */
export type NotifyingChannel = Channel & {
  /** Verifies and parses a notification; throws `BadNotification`. */
  parseNotify(raw: RawNotification): Promise<Notice>;
  answer(verdict: Verdict): NotifyAnswer;
};

export function sendsNotifications(channel: Channel): channel is NotifyingChannel {
  return 'parseNotify' in channel;
}

/** The channel has refused, and a retry can't succeed. */
export class ChannelRefused extends Error {}

/** The channel refuses a code: it was used before, has expired, or is forged. */
export class UnknownPayer extends Error {}

/** The reason to refuse a notification. `probe`: a test of the channel, which expects a refusal. */
export type BadNotificationReason = 'signature' | 'time' | 'unreadable' | 'probe';

export class BadNotification extends Error {
  readonly reason: BadNotificationReason;
  constructor(reason: BadNotificationReason) {
    super(`a notification can not be believed: ${reason}`);
    this.reason = reason;
  }
}

const YUAN = /^\d{1,9}(\.\d{1,2})?$/;

/** Parses `9.90` as 990 without floating-point numbers, which can't represent 0.1; `null` if it is no amount of yuan. */
export function fenOfYuan(text: string): number | null {
  if (!YUAN.test(text)) return null;
  const [yuan = '', fraction = ''] = text.split('.');
  return Number(yuan) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Writes 990 as `9.90`. */
export function yuanOfFen(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** The channels that readers can pay with, as they see them. */
export function viewOffered(channels: readonly Channel[]): ShownChannel[] {
  return channels.filter(({ off }) => !off).map(viewChannel);
}

/** The fields of a channel that readers see. */
export function viewChannel({ id, name, icon, currency, test }: ShownChannel): ShownChannel {
  return { id, name, icon, currency, test };
}
