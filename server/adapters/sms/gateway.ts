import { codeOf } from '../../core/text/fault-text.ts';
import type { SmsAttempt, SmsMessage, SmsOutcome, SmsSender } from '../../modules/account/account.ts';
import type { SmsPurpose, TemplateFinding } from './templates.ts';

/** The settings that every gateway of text messages needs besides its account. */
export type GatewayParts = {
  fetch: typeof globalThis.fetch;
  clock: () => Date;
};

/** A sender with a free check, which fails unless keys, account and clock are right. */
export type SmsGateway = SmsSender & {
  /** The name for operators. */
  title: string;
  canSend(purpose: SmsPurpose): boolean;
  probe(signal: AbortSignal): Promise<void>;
  /** Checks the review and the variables of every template. Absent if the gateway has no such call. */
  checkTemplates?(signal: AbortSignal): Promise<TemplateFinding[]>;
};

/** The JSON of an answer; `undefined` if there is none. */
export type GatewayAnswer = { status: number; body: unknown };

/** A gateway refused a call with a code, or its answer is malformed. */
export class GatewayRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export async function ask({ fetch }: GatewayParts, url: string, request: RequestInit): Promise<GatewayAnswer> {
  const response = await fetch(url, { ...request, redirect: 'error' });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

/** Errors before a connection exists: nothing can have been sent. */
const NEVER_SENT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_)/;

/**
 * The result of a request to send: `read` classifies the gateway's answer. Without an answer the message may have been sent,
 * unless there was no connection.
 */
export async function attemptOf(
  asked: Promise<GatewayAnswer>,
  message: SmsMessage,
  secrets: readonly string[],
  read: (body: unknown) => SmsAttempt,
): Promise<SmsAttempt> {
  const attempt = await asked.then(
    ({ status, body }): SmsAttempt => (status >= 500 ? { outcome: 'unknown', detail: `HTTP ${status}` } : read(body)),
    (error: unknown): SmsAttempt => {
      const code = codeOf(error);
      return NEVER_SENT.test(code)
        ? { outcome: 'operator-fault', detail: `no connection: ${code}` }
        : { outcome: 'unknown', detail: code || (error instanceof Error ? error.message : String(error)) };
    },
  );
  const { detail } = attempt;
  if (detail === undefined) return attempt;
  const hidden = [...secrets, message.telephone, ...('code' in message ? [message.code] : [])];
  return { ...attempt, detail: without(hidden, detail) };
}

const LONGEST_DETAIL = 200;

/** Removes secrets, because gateways quote parts of the request, such as the signed text, and their messages are logged. */
export function without(hidden: readonly string[], text: string): string {
  const left = hidden.reduce((rest, each) => rest.replaceAll(each, '***'), text);
  return left.replaceAll(/\s+/g, ' ').slice(0, LONGEST_DETAIL);
}

/** The outcome for a gateway's code. Unknown codes are operator faults: nothing was sent. */
export function outcomeOf(code: string, classes: Readonly<Record<string, SmsOutcome>>): SmsOutcome {
  return classes[code] ?? 'operator-fault';
}
