import type { Logger } from 'pino';
import { maskedTelephone } from '../reader/names.ts';
import type { SmsMessage, SmsOutcome, SmsSender } from './sender.ts';

const WAIT_MS = 10_000;

/** Tries the senders in order; the next one only after an operator fault. */
export async function deliver(senders: readonly SmsSender[], message: SmsMessage, log: Logger): Promise<SmsOutcome> {
  for (const sender of senders) {
    const { outcome, detail } = await attempt(sender, message);
    const to = maskedTelephone(message.telephone);
    if (outcome === 'operator-fault')
      log.error({ sender: sender.name, to, detail }, 'a text message could not be sent');
    else if (outcome !== 'sent') log.warn({ sender: sender.name, to, outcome, detail }, 'a text message was not taken');
    if (outcome !== 'operator-fault') return outcome;
  }
  return 'operator-fault';
}

async function attempt(sender: SmsSender, message: SmsMessage): Promise<{ outcome: SmsOutcome; detail?: string }> {
  try {
    return await sender.send(message, AbortSignal.timeout(WAIT_MS));
  } catch (error) {
    return { outcome: 'unknown', detail: error instanceof Error ? error.message : String(error) };
  }
}
