/** What a code is good for; it opens nothing else. */
export type CodePurpose = 'login' | 'bind' | 'password' | 'delete' | 'phone';

/** What a message tells that carries no code: `phone-changed` = to the old phone, that another has taken its place. */
export type NoticePurpose = 'phone-changed';

/** One message to send. Gateways take a template and its values, so this is no text. */
export type SmsMessage = {
  /** Eleven digits, mainland China; `+86` goes before it where a gateway wants E.164. */
  telephone: string;
} & ({ purpose: CodePurpose; code: string; validMinutes: number } | { purpose: NoticePurpose });

/**
 * What became of a message: `sent` = taken; `throttled` = the gateway has had enough of this number; `bad-number` = there
 * is no such number; `operator-fault` = balance, signature, template or keys: another sender may do it; `unknown` = no
 * answer in time: it may have gone out, so nobody sends it again by himself.
 */
export type SmsOutcome = 'sent' | 'throttled' | 'bad-number' | 'operator-fault' | 'unknown';

/** A way to send messages: Aliyun, Tencent, Twilio, or the outbox. */
export type SmsSender = {
  name: string;
  /** `signal` ends the wait; `detail` is the gateway's own word, for the operator's log. */
  send(message: SmsMessage, signal: AbortSignal): Promise<{ outcome: SmsOutcome; detail?: string }>;
};
