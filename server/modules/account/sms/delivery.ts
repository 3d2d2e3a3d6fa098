import type { Pool } from 'pg';
import type { Ctx } from '../../../core/dispatch/ctx.ts';
import { maskedTelephone } from '../reader/names.ts';
import { noteDelivery } from './delivery-store.ts';
import { askAt } from './reports.ts';
import type { SmsAttempt, SmsMessage, SmsOutcome, SmsSender, SmsSource } from './sender.ts';

const WAIT_MS = 10_000;
const SET_BACK_MS = 3 * 60_000;

type Moment = Pick<Ctx, 'now' | 'log'>;

export type SmsDeliverer = {
  /** Tries the senders in order; the next one only after an operator fault. Never throws. */
  deliver(moment: Moment, message: SmsMessage): Promise<SmsOutcome>;
};

export type DelivererParts = {
  pool: Pool;
  sms: SmsSource;
  /** Counts the results of messages by sender. */
  countSms?: ((sender: string, outcome: SmsOutcome) => void) | undefined;
};

export function createSmsDeliverer({ pool, sms, countSms = () => {} }: DelivererParts): SmsDeliverer {
  // After a fault of its own a sender is tried last for some minutes.
  const setBackUntil = new Map<string, Date>();

  function inOrder(purpose: SmsMessage['purpose'], now: Date): SmsSender[] {
    const able = sms.now().senders.filter(({ canSend }) => canSend?.(purpose) ?? true);
    const isSetBack = ({ name }: SmsSender) => (setBackUntil.get(name)?.getTime() ?? 0) > now.getTime();
    return [...able.filter((sender) => !isSetBack(sender)), ...able.filter(isSetBack)];
  }

  async function attempt(sender: SmsSender, message: SmsMessage, moment: Moment): Promise<SmsOutcome> {
    const { name } = sender;
    const attempted = await send(sender, message);
    const { outcome, detail } = attempted;
    countSms(name, outcome);
    const to = maskedTelephone(message.telephone);
    if (outcome === 'operator-fault')
      moment.log.error({ alarm: 'sms', sender: name, to, detail }, 'a text message could not be sent');
    else if (outcome !== 'sent') moment.log.warn({ sender: name, to, outcome, detail }, 'a text message was not taken');
    if (outcome === 'operator-fault' || outcome === 'unknown')
      setBackUntil.set(name, new Date(moment.now.getTime() + SET_BACK_MS));
    else setBackUntil.delete(name);
    await keep(sender, message, attempted, moment);
    return outcome;
  }

  /** Messages in the outbox have no number. */
  async function keep(sender: SmsSender, message: SmsMessage, attempted: SmsAttempt, { now, log }: Moment) {
    if (attempted.outcome === 'sent' && attempted.messageId === undefined) return;
    const nextAsk = attempted.messageId !== undefined && sender.report ? askAt(now, 0) : null;
    await noteDelivery(pool, message, { ...attempted, sender: sender.name, askAt: nextAsk }, now).catch((error) =>
      log.warn({ err: error, sender: sender.name }, 'a delivery was not noted'),
    );
  }

  return {
    async deliver(moment, message) {
      const able = inOrder(message.purpose, moment.now);
      if (able.length === 0) moment.log.warn({ purpose: message.purpose }, 'no sender has a template for this purpose');
      for (const sender of able) {
        const outcome = await attempt(sender, message, moment);
        if (outcome !== 'operator-fault') return outcome;
      }
      return 'operator-fault';
    },
  };
}

async function send(sender: SmsSender, message: SmsMessage): Promise<SmsAttempt> {
  try {
    return await sender.send(message, AbortSignal.timeout(WAIT_MS));
  } catch (error) {
    return { outcome: 'unknown', detail: error instanceof Error ? error.message : String(error) };
  }
}
