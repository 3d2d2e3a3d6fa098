import type { NextStep, Channel as ShownChannel } from '#contract/shapes';

/** Where the reader pays: channels differ in what they offer there. */
export const SCENES = ['pc', 'mobile', 'wechat'] as const;
export type Scene = (typeof SCENES)[number];

/** An order as its channel is to know it. Amounts are integers in the smallest unit of the currency. */
export type NewTrade = {
  /** 6 to 32 of `[0-9A-Za-z_-]`, which every channel accepts. Creating a trade again with the same number is no second one. */
  orderNo: string;
  title: string;
  amount: number;
  /** By its code in ISO 4217. */
  currency: string;
  scene: Scene;
  /** Where the channel sends the reader afterwards: a full address of this site. Nothing is concluded from a visit there. */
  returnUrl: string;
  /** Where the reader's browser reaches this site, without a path. */
  siteUrl: string;
  /** The address that the reader calls from; some channels bind the payment to it. */
  readerAddress: string;
  /** By which name the channel knows who pays, where it asks (see `Payers`). */
  payer?: string;
  expiresAt: Date;
};

export type CreatedTrade = {
  next: NextStep;
  /** What the channel calls it, where it can't be found by the number of the order. */
  reference: string | null;
  /** When the step is over, where that is before the order is. The same trade is then created again for another. */
  nextUntil?: Date;
};

/**
 * How a channel learns who pays, where it must know before it makes a trade: a page of its own sends the reader back with a
 * code. Nothing of this is kept.
 */
export type Payers = {
  readonly scenes: readonly Scene[];
  /** The address of that page, which sends the reader to `returnUrl` with `code` and `state`. */
  addressOf(returnUrl: string, state: string): string;
  /** By which name the channel knows who came back with a code; throws `UnknownPayer` where the code is none. */
  find(code: string, signal: AbortSignal): Promise<string>;
};

/** A trade that exists, for later calls. */
export type Trade = { orderNo: string; reference: string | null };

/** Money that the channel says it has taken. Everything in it is checked against the order, and against `account`. */
export type ChannelPayment = {
  orderNo: string;
  /** Unique within the channel; a second payment of one order has another. */
  transactionId: string;
  merchant: string;
  app: string;
  amount: number;
  currency: string;
  paidAt: Date;
};

/** `open`: not paid, and may still be; `none`: the channel does not know it. */
export type TradeState = { state: 'paid'; payment: ChannelPayment } | { state: 'open' | 'closed' | 'none' };

export type ChannelRefund = {
  /** The same for every try: the channel gives back once. */
  refundNo: string;
  orderNo: string;
  reference: string | null;
  transactionId: string;
  /** Of this payment. */
  paidAmount: number;
  amount: number;
  currency: string;
};

/** `pending`: the channel has accepted it, and says later how it ended. */
export type RefundState = 'pending' | 'done' | 'failed';

/** The payer asks their bank for the money: it may be taken away (`lost`), or stays (`won`). */
export type DisputeState = 'open' | 'won' | 'lost';

/** A notification as it came in. */
export type RawNotification = {
  body: Buffer;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** Without the question mark. */
  query: string;
};

/** What a notification says, once it is verified. `other` is true, but changes nothing. */
export type Notice =
  | { kind: 'paid'; payment: ChannelPayment }
  | { kind: 'refund'; refundNo: string; state: RefundState }
  | { kind: 'dispute'; disputeNo: string; transactionId: string; amount: number; currency: string; state: DisputeState }
  | { kind: 'other' };

/** A line of a channel's bill of one day: a payment, or a refund where it has a refund's number. */
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

/** `accepted`: never send it again; `refused`: it is wrong; `later`: this server is in trouble, send it again. */
export type Verdict = 'accepted' | 'refused' | 'later';

/** The exact answer that a channel wants. */
export type NotifyAnswer = { status: number; contentType: string; body: string };

/**
 * One way to take cash. A call may take as long as its signal allows, and throws where its outcome is not known; it never
 * retries by itself.
 */
export type Channel = ShownChannel & {
  readonly scenes: readonly Scene[];
  /** Whose money it is; a payment to anyone else is none of ours. */
  readonly account: { merchant: string; app: string };
  /** Absent where it never asks who pays. */
  readonly payers?: Payers;
  /** Throws `ChannelRefused` where this order will never be accepted. */
  create(trade: NewTrade, signal: AbortSignal): Promise<CreatedTrade>;
  query(trade: Trade, signal: AbortSignal): Promise<TradeState>;
  /** Afterwards it can't be paid any more; `paid` = it was before. A trade that the channel does not know is closed. */
  close(trade: Trade, signal: AbortSignal): Promise<'closed' | 'paid'>;
  refund(refund: ChannelRefund, signal: AbortSignal): Promise<RefundState>;
  /** `none`: the channel has never heard of it. */
  queryRefund(refund: ChannelRefund, signal: AbortSignal): Promise<RefundState | 'none'>;
  /** All of a day of Shanghai, `2026-11-22`, once it is over. Throws where it is not whole, and never answers less. */
  downloadBill(day: string, signal: AbortSignal): Promise<BillLine[]>;
};

/** A channel that sends notifications. */
export type NotifyingChannel = Channel & {
  /** Verifies and reads; throws `BadNotification`. */
  parseNotify(raw: RawNotification): Promise<Notice>;
  answer(verdict: Verdict): NotifyAnswer;
};

export function sendsNotifications(channel: Channel): channel is NotifyingChannel {
  return 'parseNotify' in channel;
}

/** The channel has said no, for good. */
export class ChannelRefused extends Error {}

/** The channel does not know who brought a code: it was used, is too old, or made up. */
export class UnknownPayer extends Error {}

/** Why a notification is not believed. `probe`: a channel sends such ones to see that they are refused. */
export type BadNotificationReason = 'signature' | 'time' | 'unreadable' | 'probe';

export class BadNotification extends Error {
  readonly reason: BadNotificationReason;
  constructor(reason: BadNotificationReason) {
    super(`a notification can not be believed: ${reason}`);
    this.reason = reason;
  }
}

const YUAN = /^\d{1,9}(\.\d{1,2})?$/;

/** Reads `9.90` as 990; null where it is not an amount of yuan. Never by a floating number, which knows no 0.1. */
export function fenOfYuan(text: string): number | null {
  if (!YUAN.test(text)) return null;
  const [yuan = '', fraction = ''] = text.split('.');
  return Number(yuan) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Writes 990 as `9.90`. */
export function yuanOfFen(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** What readers see of a channel. */
export function viewChannel({ id, name, icon, currency, test }: ShownChannel): ShownChannel {
  return { id, name, icon, currency, test };
}
