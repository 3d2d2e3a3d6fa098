import * as v from 'valibot';
import type { SmsAttempt, SmsOutcome } from '../../modules/account/account.ts';
import { ask, attemptOf, type GatewayParts, GatewayRefusal, outcomeOf, type SmsGateway, without } from './gateway.ts';
import { textOf } from './texts.ts';

export type TwilioAccount = {
  accountSid: string;
  /** An API key, or the account itself with its token. */
  key: { id: string; secret: string };
  /** A number, an alphanumeric name, or the SID of a messaging service. */
  from: string;
  signature: string;
};

const GATEWAY = 'https://api.twilio.com/2010-04-01/Accounts';
const DELIVERED = ['delivered', 'read'];
const UNDELIVERED = ['undelivered', 'failed', 'canceled'];

/** The codes that are not the operator's fault. */
const CLASSES: Readonly<Record<string, SmsOutcome>> = {
  14107: 'throttled',
  21211: 'bad-number',
  21214: 'bad-number',
  21217: 'bad-number',
  21610: 'bad-number',
  21614: 'bad-number',
};

const Refused = v.object({ code: v.number(), message: v.string() });
const Message = v.object({ sid: v.string(), status: v.string(), error_code: v.nullable(v.number()) });

/** Messages of Twilio, with our own codes and texts; numbers in E.164. */
export function createTwilio({ accountSid, key, from, signature }: TwilioAccount, parts: GatewayParts): SmsGateway {
  const basic = Buffer.from(`${key.id}:${key.secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const secrets = [key.secret, basic];
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };

  async function get<Schema extends v.GenericSchema>(path: string, schema: Schema, signal: AbortSignal) {
    const { status, body } = await ask(parts, `${GATEWAY}/${accountSid}/${path}`, { headers, signal });
    const refused = v.safeParse(Refused, body);
    if (status >= 400 && refused.success)
      throw new GatewayRefusal(String(refused.output.code), without(secrets, refused.output.message));
    const read = v.safeParse(schema, body);
    if (status >= 400 || !read.success) throw new GatewayRefusal(`HTTP ${status}`, 'no answer of Twilio');
    return read.output;
  }

  return {
    name: 'twilio',
    title: 'Twilio',
    canSend: () => true,

    send(message, signal) {
      const body = new URLSearchParams({
        To: `+86${message.telephone}`,
        ...sender,
        Body: textOf(message, signature),
      });
      const asked = ask(parts, `${GATEWAY}/${accountSid}/Messages.json`, { method: 'POST', headers, body, signal });
      return attemptOf(asked, message, secrets, readAttempt);
    },

    async report({ messageId }, signal) {
      const { status, error_code } = await get(`Messages/${messageId}.json`, Message, signal);
      const detail = error_code === null ? {} : { detail: String(error_code) };
      if (DELIVERED.includes(status)) return { state: 'delivered', ...detail };
      return UNDELIVERED.includes(status) ? { state: 'undelivered', ...detail } : null;
    },

    async probe(signal) {
      await get('Messages.json?PageSize=1', v.object({ messages: v.array(v.unknown()) }), signal);
    },
  };
}

function readAttempt(body: unknown): SmsAttempt {
  const taken = v.safeParse(Message, body);
  if (taken.success) {
    const { sid, status, error_code } = taken.output;
    if (status !== 'failed') return { outcome: 'sent', messageId: sid };
    return { outcome: outcomeOf(String(error_code), CLASSES), detail: `${error_code}: failed`, messageId: sid };
  }
  const refused = v.safeParse(Refused, body);
  if (!refused.success) return { outcome: 'unknown', detail: 'an answer without a number' };
  const { code, message } = refused.output;
  return { outcome: outcomeOf(String(code), CLASSES), detail: `${code}: ${message}` };
}
