import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { setMail } from '#contract/calls/notices';
import { createReaderMail } from '../../server/operator/alerts/reader-mail.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { type MailServer, SENDER, startMailServer } from '../gateways/mail-server.ts';
import { editPart } from './editorial.ts';
import { newAddress } from './readers.ts';

export const MAIL_SITE_URL = 'https://manyu.example.com';

export type MailSite = TestApp & { server: MailServer; node(): Promise<TestApp> };

/** A mail server on this machine, and the part of an app that sends mails to readers by it. */
export async function openMailServer(siteUrl = MAIL_SITE_URL) {
  const server = await startMailServer({ secure: false });
  return { server, mail: mailTo(server.port, siteUrl) };
}

/** Sends mails to readers by the mail server at this port. */
export function mailTo(port: number, siteUrl = MAIL_SITE_URL, withinMs?: number) {
  const settings = { host: '127.0.0.1', port, security: 'none' as const, auth: null, from: SENDER.user };
  return createReaderMail(settings, siteUrl, pino({ level: 'silent' }), withinMs);
}

/**
 * A site for the tests of a file that mails notices to readers by a mail server on this machine. Each test begins at `now`, with
 * mails switched on and without addresses.
 */
export function openMailSite(now: Date): MailSite {
  const site = {} as MailSite;
  beforeAll(async () => {
    const { server, mail } = await openMailServer();
    const app = await startTestApp({ now, mail });
    Object.assign(site, app, { server, node: () => startTestApp({ beside: app, now, mail }) });
  });
  beforeEach(async () => {
    site.setTime(now);
    await switchMails(site, true);
  });
  afterEach(() => site.pool.query('delete from notices.mailbox'));
  afterAll(async () => {
    await site.close();
    await site.server.close();
  });
  return site;
}

export function switchMails(site: TestApp, isOn: boolean): Promise<void> {
  return editPart(site, 'features', { notices: true, mail: isOn, likes: false, ratings: false });
}

/** The address of a reader, verified by the link of the mail that it received. */
export async function verifiedAddress(site: MailSite, token: string, address: string): Promise<void> {
  await site.call(setMail, { address }, { token, remoteAddress: newAddress() });
  await site.app.runJob('send-mails');
  const [link] = linksOf(lettersTo(site.server, address).at(-1)).filter((url) => url.includes('/mail/verify'));
  const { statusCode } = await openLink(site, link ?? '', 'POST');
  if (statusCode !== 200) throw new Error(`the link of ${address} was refused`);
}

/** Requests the page of a link in a mail; a POST is sent by its button or by a mail service. */
export function openLink(site: Pick<TestApp, 'http'>, link: string, method: 'GET' | 'POST') {
  const { pathname, search } = new URL(link);
  return site.http.inject({
    method,
    url: pathname + search,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    }),
  });
}

export type ReadLetter = { subject: string; text: string; head: string; id: string; unsubscribe: string };

/** The letters that were accepted for this address. */
export function lettersTo(server: Pick<MailServer, 'taken'>, address: string): ReadLetter[] {
  return server.taken.filter(({ to }) => to.includes(address)).map(({ letter }) => readLetter(letter));
}

export function linksOf(letter: Pick<ReadLetter, 'text'> | undefined): string[] {
  return letter?.text.match(/https?:\S+/g) ?? [];
}

function readLetter(letter: string): ReadLetter {
  const [folded = '', body = ''] = letter.split('\r\n\r\n');
  const head = folded.replace(/\r\n[ \t]+/g, ' ');
  const named = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const words = [...named('Subject').matchAll(/=\?UTF-8\?B\?(.*?)\?=/gi)].map(([, word = '']) =>
    Buffer.from(word, 'base64'),
  );
  return {
    head,
    subject: String(Buffer.concat(words)),
    text: Buffer.from(body, 'base64').toString(),
    id: named('Message-ID'),
    unsubscribe: named('List-Unsubscribe').replace(/^<|>$/g, ''),
  };
}
