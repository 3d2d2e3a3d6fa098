import * as v from 'valibot';
import type { SmsAttempt, SmsOutcome } from '../../../modules/account/account.ts';
import { outcomeOf } from '../gateway.ts';
import { AliyunResult } from './client.ts';

/** The codes of both services that are not the operator's fault. */
const CLASSES: Readonly<Record<string, SmsOutcome>> = {
  'isv.BUSINESS_LIMIT_CONTROL': 'throttled',
  BUSINESS_LIMIT_CONTROL: 'throttled',
  FREQUENCY_FAIL: 'throttled',
  'biz.FREQUENCY': 'throttled',
  'isv.MOBILE_NUMBER_ILLEGAL': 'bad-number',
  MOBILE_NUMBER_ILLEGAL: 'bad-number',
  'isp.SYSTEM_ERROR': 'unknown',
  'isp.GATEWAY_ERROR': 'unknown',
  InternalError: 'unknown',
};

/** Reads the answer to a message; `numberIn` finds the gateway's number of it. */
export function readAttempt(body: unknown, numberIn: (body: unknown) => string | undefined): SmsAttempt {
  const result = v.safeParse(AliyunResult, body);
  if (!result.success) return { outcome: 'unknown', detail: 'an answer without a code' };
  const { Code, Message } = result.output;
  if (Code !== 'OK') return { outcome: outcomeOf(Code, CLASSES), detail: `${Code}: ${Message}` };
  const messageId = numberIn(body);
  return { outcome: 'sent', ...(messageId !== undefined && { messageId }) };
}
