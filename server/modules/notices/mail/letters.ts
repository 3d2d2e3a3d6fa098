import { createHash } from 'node:crypto';
import { printableLine } from '../../../core/text/printable.ts';
import type { Letter, MailSender } from './sender.ts';

type Mailing = { address: string; key: string; siteName: string };

/** The two pages to which the links of mails lead. */
export const VERIFY_PATH = '/mail/verify';
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe';

export function verificationLetter(
  { siteUrl }: MailSender,
  { address, key, siteName, askedAt }: Mailing & { askedAt: Date },
): Letter {
  const site = printableLine(siteName);
  return {
    ...envelope(siteUrl, { address, key, siteName }, `verify ${key} ${askedAt.getTime()}`),
    subject: `【${site}】验证你的邮箱`,
    text: `有人在「${site}」填了这个邮箱，用来接收消息。

是你的话，打开下面的链接确认，24 小时内有效：
${siteUrl}${VERIFY_PATH}?key=${key}

不是你的话，不用理会，不会再收到消息。
`,
  };
}

/** What all mails have in common; `about` is the same if a mail is sent again. */
function envelope(siteUrl: string, { address, key, siteName }: Mailing, about: string) {
  return {
    to: address,
    fromName: printableLine(siteName),
    id: createHash('sha256').update(about).digest('base64url').slice(0, 32),
    unsubscribeUrl: unsubscribeUrl(siteUrl, key),
  };
}

function unsubscribeUrl(siteUrl: string, key: string): string {
  return `${siteUrl}${UNSUBSCRIBE_PATH}?key=${key}`;
}
