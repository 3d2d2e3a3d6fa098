/** What a code can be used for. */
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

/** A way to send messages: Aliyun, Tencent, Twilio, or the outbox. */
export type SmsSender = {
  name: string;
  /** `signal` aborts the request; `detail` is the gateway's error message, for the operator's log. */
  send(message: SmsMessage, signal: AbortSignal): Promise<{ outcome: SmsOutcome; detail?: string }>;
};
