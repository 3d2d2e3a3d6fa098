import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { MINUTE_MS } from '../../../core/jobs/jobs.ts';
import { verificationLetter } from './letters.ts';
import { endVerification, noteUndeliverable, takeVerifications } from './mailbox-store.ts';
import { DAY_MS } from './mailboxes.ts';
import type { MailSender } from './sender.ts';

const BATCH = 20;
export const MAILS_AT_ONCE = 5;
/** Longer than a batch takes, in which each mail may take half a minute. */
export const TAKEN_MS = 5 * MINUTE_MS;
const RETRY_AFTER_MS = [1, 5, 30].map((minutes) => minutes * MINUTE_MS);

/**
 * Sends the verification mails that are due, also at night: the reader waits. A process that is killed after one was sent and
 * before that is stored sends it again five minutes later, with the same link and the same message id.
 */
export async function sendVerifications(pool: Pool, sender: MailSender, siteName: string, now: Date): Promise<void> {
  const untilAt = new Date(now.getTime() + TAKEN_MS);
  const due = await takeVerifications(pool, now, untilAt, BATCH, new Date(now.getTime() - DAY_MS));
  const queue = pLimit(MAILS_AT_ONCE);
  await Promise.all(
    due.map((verification) =>
      queue(async () => {
        const { key, tries } = verification;
        const result = await sender.send(verificationLetter(sender, { ...verification, siteName }));
        const afterMs = RETRY_AFTER_MS[tries - 1];
        if (result === 'refused') await noteUndeliverable(pool, key);
        else if (result === 'sent' || afterMs === undefined) await endVerification(pool, key, tries, null);
        else await endVerification(pool, key, tries, new Date(now.getTime() + afterMs));
      }),
    ),
  );
}
