import { createHash } from 'node:crypto';
import { paths } from '#contract/paths';
import { printableLine, printableText } from '../../../core/text/printable.ts';
import { CATEGORY } from '../notice.ts';
import { wordsOf } from '../words.ts';
import type { DueNotice } from './outbox-store.ts';
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

/** More notices are in the inbox only. */
const MOST_IN_LETTER = 50;

/** One mail with all these notices of a reader. */
export function noticesLetter({ siteUrl }: MailSender, mailing: Mailing, notices: readonly DueNotice[]): Letter {
  const site = printableLine(mailing.siteName);
  const texts = notices.slice(0, MOST_IN_LETTER).map((notice) => {
    const { title, body, link } = wordsOf(notice, notice.count);
    return { title: printableLine(title), body: printableText(body), url: siteUrl + link };
  });
  const [first] = texts;
  const isDigest = notices.every(({ kind }) => CATEGORY[kind] === 'updates');
  const more = notices.length - texts.length;
  const about = notices.map(({ noticeId, count }) => `${noticeId}:${count}`).sort();
  return {
    ...envelope(siteUrl, mailing, `notices ${mailing.key} ${about.join()}`),
    subject: `【${site}】${notices.length === 1 ? `${first?.title}：${first?.body.split('\n')[0]}` : `${notices.length} 条${isDigest ? '更新' : '消息'}`}`,
    text: `${texts.map(({ title, body, url }) => `${title}\n${body}\n${url}\n`).join('\n')}${more > 0 ? `\n另有 ${more} 条，在站里看。\n` : ''}
--
你用这个邮箱接收「${site}」的消息。选择接收哪些：
${siteUrl}${paths.notices}
退订，不用登录：
${unsubscribeUrl(siteUrl, mailing.key)}
`,
  };
}

/** The parts that all mails have in common; `about` is the same if a mail is sent again. */
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
