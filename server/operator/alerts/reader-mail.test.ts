import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { lettersTo, mailTo, openMailServer } from '../../../testing/factories/mails.ts';
import { openReaderMail } from './reader-mail.ts';

let opened: Awaited<ReturnType<typeof openMailServer>>;
beforeAll(async () => {
  opened = await openMailServer('https://manyu.example.com/');
});
afterAll(() => opened.server.close());

const LETTER = {
  fromName: '漫屿',
  subject: '今天的更新',
  text: '正文\n',
  id: 'abc',
  unsubscribeUrl: 'https://manyu.example.com/mail/unsubscribe?key=k',
};

test.each([
  ['reader@mail.example', 'sent'],
  ['nobody@mail.example', 'refused'],
  ['busy@mail.example', 'later'],
  // The server does not take mail of this site: that is no fault of the address.
  ['relay@mail.example', 'later'],
])('a mail to %s is %s', async (to, result) => {
  expect(await opened.mail.send({ ...LETTER, to })).toBe(result);
});

test('a mail server that can not be reached is tried again later', async () => {
  expect(await mailTo(1).send({ ...LETTER, to: 'reader@mail.example' })).toBe('later');
});

test('mails that follow one another share at most five connections, which end soon after the last one', async () => {
  const before = opened.server.connections().all;
  const queue = pLimit(5);
  const receivers = Array.from({ length: 40 }, (_, no) => (no % 4 === 0 ? 'nobody' : `reader${no}`));
  const results = await Promise.all(
    receivers.map((name) => queue(() => opened.mail.send({ ...LETTER, to: `${name}@mail.example` }))),
  );
  expect(results.filter((result) => result === 'sent')).toHaveLength(30);
  expect(opened.server.connections().all - before).toBeLessThanOrEqual(5);
  await expect.poll(() => opened.server.connections().open, { timeout: 10_000 }).toBe(0);
  expect(await opened.mail.send({ ...LETTER, to: 'later@mail.example' })).toBe('sent');
});

test('a mail whose connection the server has ended is sent over another one', async () => {
  const server = await openMailServer();
  expect(await server.mail.send({ ...LETTER, to: 'first@mail.example' })).toBe('sent');
  server.server.endConnections();
  expect(await server.mail.send({ ...LETTER, to: 'second@mail.example' })).toBe('sent');
  expect(server.server.taken.map(({ to }) => to)).toEqual([['first@mail.example'], ['second@mail.example']]);
  await server.server.close();
});

test('line breaks in the names of the site and the comics add no headers', async () => {
  const bad = '海\r\nBcc: stranger@example.com\r\n\r\n正文';
  await opened.mail.send({ ...LETTER, to: 'headers@mail.example', fromName: bad, subject: bad });
  const [letter] = lettersTo(opened.server, 'headers@mail.example');
  expect(letter?.head).not.toMatch(/^Bcc:/im);
  expect(letter).toMatchObject({
    text: LETTER.text,
    id: '<abc@manyu.example.com>',
    unsubscribe: LETTER.unsubscribeUrl,
  });
  expect(opened.server.taken.at(-1)?.to).toEqual(['headers@mail.example']);
});

test('mails to readers need a mail server in alerts.yaml and the address of the site', async () => {
  const place = { dataDir: await mkdtemp(path.join(scratchRoot(), 'manyu-mail-')), mailPassword: null };
  const log = pino({ level: 'silent' });
  const open = (publicUrl: string | null = 'https://manyu.example.com/') => openReaderMail(place, publicUrl, log);
  const write = (text: string) => writeFile(path.join(place.dataDir, 'alerts.yaml'), text, { mode: 0o600 });
  expect(await open()).toBeNull();
  await write('webhook: { url: "https://hook.example/a" }\n');
  expect(await open()).toBeNull();
  await write('mail: { host: smtp.example.com, security: none, from: a@b.example, to: [ops@b.example] }\n');
  expect([(await open())?.siteUrl, await open(null)]).toEqual(['https://manyu.example.com', null]);
  await write('mail: { hots: smtp.example.com }\n');
  expect(await open()).toBeNull();
});
