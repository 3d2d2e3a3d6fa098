/** The use of a code. */
export type CodePurpose = 'login' | 'bind' | 'password' | 'delete' | 'phone';

/** A message without a code: `phone-changed` = informs the old phone that another was bound. */
export type NoticePurpose = 'phone-changed';

/** One message to send, as values rather than text, because gateways take templates. */
export type SmsMessage = {
  /** Eleven digits, mainland China; a gateway that needs E.164 adds `+86`. */
  telephone: string;
} & ({ purpose: CodePurpose; code: string; validMinutes: number } | { purpose: NoticePurpose });

/**
 * The result of a delivery: `sent` = accepted; `throttled` = the gateway limits this number; `bad-number` = there is no such
 * number; `operator-fault` = balance, signature, template or keys, so another sender may succeed; `unknown` = no answer in
 * time: it may have been sent, so it is not retried.
 */
export type SmsOutcome = 'sent' | 'throttled' | 'bad-number' | 'operator-fault' | 'unknown';

/** The result of one message; `detail`: the text of the gateway for the operator, without secrets. */
export type SmsAttempt = {
  outcome: SmsOutcome;
  detail?: string;
  /** The gateway's number of the message. */
  messageId?: string;
};

/** The delivery of a message that a gateway took. */
export type SmsReport = { state: 'delivered' | 'undelivered'; detail?: string };

export type TakenMessage = { telephone: string; messageId: string; at: Date };

/** A way to send messages: Aliyun, Tencent, Twilio, or the outbox. */
export type SmsSender = {
  name: string;
  /** Whether it has a template for this purpose; without this it sends for all. */
  canSend?(purpose: CodePurpose | NoticePurpose): boolean;
  /** `signal` aborts the request. */
  send(message: SmsMessage, signal: AbortSignal): Promise<SmsAttempt>;
  /** Queries the delivery of a message; `null`: not known yet. Absent if the gateway can't be queried. */
  report?(taken: TakenMessage, signal: AbortSignal): Promise<SmsReport | null>;
};

/** The senders in the order in which they are tried, and the most messages a day, as an operator has set them by now. */
export type SmsSource = { now(): { senders: readonly SmsSender[]; dailyBudget: number } };
