import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCALHOST_CERTIFICATE } from '../../../testing/gateways/localhost-certificate.ts';
import { type MailServer, SENDER, startMailServer } from '../../../testing/gateways/mail-server.ts';
import { startMuteServer } from '../../../testing/gateways/mute-server.ts';
import { createMail, type MailSettings } from './mail.ts';

const trusted = tls.getCACertificates();
let secure: MailServer;
let plain: MailServer;
beforeAll(async () => {
  secure = await startMailServer({ secure: true });
  plain = await startMailServer({ secure: false });
});
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  await Promise.all([secure.close(), plain.close()]);
});

const OPS = 'ops@manyu.example';

function settings(given: Partial<MailSettings> = {}): MailSettings {
  return { host: 'localhost', port: secure.port, security: 'tls', auth: SENDER, from: SENDER.user, ...given };
}

/** The message of the failure. */
async function fault(given: Partial<MailSettings>, to = OPS): Promise<string> {
  return createMail(
    settings(given),
    to,
  )('喂').then(
    () => 'none',
    (error: Error) => error.message,
  );
}

test('a server with an untrusted certificate gets no password and no mail', async () => {
  expect(await fault({})).toMatch(/^连不上 localhost:\d+（self-signed certificate/);
  expect(secure.taken).toEqual([]);
});

test('a mail is sent over TLS, with the problem in its subject and text', async () => {
  tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  await createMail(settings(), OPS)('【漫屿】导入：有 1 份没有导入\n如 /a\r\nBcc: stranger@example.com');
  const [{ to, letter, isPrivate } = { to: [], letter: '', isPrivate: false }] = secure.taken;
  expect([to, isPrivate]).toEqual([[OPS], true]);
  const [head = '', body = ''] = letter.split('\r\n\r\n');
  expect(head).not.toMatch(/^Bcc:/im);
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  const words = [...head.matchAll(/=\?UTF-8\?B\?(.*?)\?=/gi)].map(([, base64 = '']) => Buffer.from(base64, 'base64'));
  expect(String(Buffer.concat(words))).toContain('【漫屿】导入：有 1 份没有导入 如 /a');
  expect(Buffer.from(body, 'base64').toString()).toMatch(/^【漫屿】导入：.*manyu doctor/s);
});

test('STARTTLS works too, and without STARTTLS on the server nothing is sent', async () => {
  tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  expect(await fault({ port: plain.port, security: 'starttls' })).toBe('none');
  expect(plain.taken.at(-1)?.isPrivate).toBe(true);
  expect(await fault({ port: plain.port, security: 'none', auth: null })).toBe('none');
  expect(plain.taken.at(-1)?.isPrivate).toBe(false);
  const open = await startMailServer({ secure: false, hasStartTls: false });
  expect(await fault({ port: open.port, security: 'starttls' })).toMatch(
    /^localhost:\d+ 不能加密，换一种 security 试试/,
  );
  expect(open.taken).toEqual([]);
  await open.close();
});

test('an error is reported in one sentence, without the password', async () => {
  tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  const wrong = await fault({ auth: { ...SENDER, pass: 'wrong horse' } });
  expect(wrong).toMatch(/^localhost:\d+ 不认这个用户名与密码（535 Username and password not accepted）$/);
  expect(await fault({}, 'nobody@manyu.example')).toMatch(
    /^localhost:\d+ 不收这个发件人或收件人（.*No such mailbox here/,
  );
  expect(await fault({ port: 1 })).toMatch(/^连不上 localhost:1（.*ECONNREFUSED/);
});

test('a server that never answers does not delay the page', async () => {
  const mute = await startMuteServer();
  const send = createMail(settings({ host: '127.0.0.1', port: mute.port, security: 'none', auth: null }), OPS, 100);
  await expect(send('喂')).rejects.toThrow(/在 0.1 秒之内没有收完/);
  await mute.close();
});
