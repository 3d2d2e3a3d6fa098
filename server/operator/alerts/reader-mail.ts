import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { MailResult, MailSender } from '../../modules/notices/notices.ts';
import { type MailSettings, openTransport, reasonOf, sendMail, WITHIN_MS } from './mail.ts';
import { type AlertsPlace, readAlertSettings } from './settings.ts';

/** A connection without a mail for so long ends: those of a batch follow one another at once. */
const KEPT_MS = 1000;

/** Sends mails to readers by the mail server of alerts.yaml. Null without one, and without the address of the site for links. */
export async function openReaderMail(
  place: AlertsPlace,
  publicUrl: string | null,
  log: Logger,
): Promise<MailSender | null> {
  const read = publicUrl === null ? null : await readAlertSettings(place);
  if (publicUrl === null || !read || 'mistakes' in read || !read.settings.mail) return null;
  return createReaderMail(read.settings.mail, publicUrl, log);
}

/** Mails that follow one another share up to five connections. */
export function createReaderMail(
  settings: MailSettings,
  publicUrl: string,
  log: Logger,
  withinMs = WITHIN_MS,
): MailSender {
  const siteUrl = publicUrl.replace(/\/$/, '');
  let transport: Promise<Transporter> | null = null;
  return {
    siteUrl,
    async send({ to, fromName, subject, text, id, unsubscribeUrl }) {
      const mail = {
        from: { name: fromName, address: settings.from },
        to,
        subject,
        text,
        messageId: `<${id}@${new URL(siteUrl).hostname}>`,
        headers: {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };
      try {
        transport ??= openTransport(settings, KEPT_MS);
        await sendMail(await transport, mail, withinMs);
        return 'sent';
      } catch (error) {
        const result = resultOf(error);
        // The address of a reader is not logged: the server may repeat it.
        if (result === 'later')
          log.warn({ why: reasonOf(error, settings, withinMs).replaceAll(to, '…') }, 'a mail was not sent');
        return result;
      }
    },
  };
}

/** Only the refusal of the mailbox counts against it: with 5.7 and 530 the server refuses the site. */
function resultOf(error: unknown): MailResult {
  if (!(error instanceof Error)) return 'later';
  const { command, responseCode, response }: Record<string, unknown> = { ...error };
  const isPermanent = command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
  const isAboutSite = responseCode === 530 || /^\d{3}[ -]5\.7\./.test(String(response));
  return isPermanent && !isAboutSite ? 'refused' : 'later';
}
