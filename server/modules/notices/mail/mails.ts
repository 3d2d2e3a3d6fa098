import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { refuse } from '../../../core/refusal/refusal.ts';
import { dropMailbox, findMailbox, type MailboxState } from './mailbox-store.ts';
import { lookAtLink, setAddress, sweepMailboxes, unsubscribe, verify } from './mailboxes.ts';
import { dropAllMails } from './outbox-store.ts';
import type { MailSender } from './sender.ts';
import { type SendingParts, sendMails } from './sending.ts';
import { sendVerifications } from './verification.ts';

export type MailPorts = {
  /** Whether the operator has switched mails to readers on. */
  isMailOn(): Promise<boolean>;
  siteName(): Promise<string>;
} & Pick<SendingParts, 'mailReaders'>;

export type MailParts = {
  pool: Pool;
  log: Logger;
  /** Null while mails can't be sent. Read each time, since the console may change the settings. */
  openMail(): Promise<MailSender | null>;
};

/** Notices by e-mail. */
export function createMails({ pool, log, openMail }: MailParts, ports: MailPorts) {
  /** Null while mails are off. */
  const open = async () => ((await ports.isMailOn()) ? openMail() : null);

  return {
    isOn: async () => (await open()) !== null,

    async find(readerId: number): Promise<{ address: string; state: MailboxState } | null> {
      const mailbox = await findMailbox(pool, readerId);
      return mailbox && { address: mailbox.address, state: mailbox.state };
    },

    async set(readerId: number, address: string, now: Date): Promise<void> {
      if (!(await open())) return refuse('notOffered');
      await setAddress(pool, readerId, address, now);
    },

    drop: (readerId: number) => dropMailbox(pool, readerId),

    /** The links of mails work also while mails are off. */
    lookAtLink: (key: string, now: Date) => lookAtLink(pool, key, now),
    verify: (key: string, now: Date) => verify(pool, key, now),
    unsubscribe: (key: string) => unsubscribe(pool, key),

    async send(now: Date): Promise<void> {
      if (!(await ports.isMailOn())) return dropAllMails(pool);
      const sender = await openMail();
      if (!sender) return;
      const siteName = await ports.siteName();
      await sendVerifications(pool, sender, siteName, now);
      await sendMails({ pool, log, sender, siteName, mailReaders: ports.mailReaders }, now);
    },

    sweep: (now: Date) => sweepMailboxes(pool, now),
  };
}
