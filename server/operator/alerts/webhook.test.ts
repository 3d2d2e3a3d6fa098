import dns from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openReceivers } from './receivers.ts';
import { editAlertSettings } from './saving.ts';
import { readAlertSettings } from './settings.ts';
import { createWebhook } from './webhook.ts';

let place: { dataDir: string; mailPassword: null };
beforeAll(async () => {
  place = { dataDir: await mkdtemp(path.join(tmpdir(), 'manyu-webhook-')), mailPassword: null };
});
afterAll(() => rm(place.dataDir, { recursive: true }));

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;
const write = (text: string) => writeFile(path.join(place.dataDir, 'alerts.yaml'), text, { mode: 0o600 });
/** Saves a webhook as the console does; returns the text of the file. */
async function saved(url: string | null): Promise<string> {
  const edit = { webhook: { url, format: 'plain' as const }, mail: null, backupHours: 36, off: [] };
  const edited = await editAlertSettings(place, edit);
  return 'text' in edited ? (edited.text ?? '') : JSON.stringify(edited.mistakes);
}
async function send(): Promise<void> {
  const read = await readAlertSettings(place);
  if (!read || !('settings' in read)) throw new Error('no settings');
  for (const receiver of openReceivers(read.settings, fetch)) await receiver.send('喂');
}

test.each([
  'https://10.0.0.8/hook',
  'https://127.1/hook',
  'https://2130706433/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[64:ff9b::7f00:1]/hook',
  'https://localhost/hook',
  'https://postgres:5432/hook',
  'https://nas.local/hook',
])('the console does not save the address %s of a private network', async (url) => {
  await rm(path.join(place.dataDir, 'alerts.yaml'), { force: true });
  expect(await saved(url)).toContain('内网');
});

test('an address that was typed in the console stays public only, also when the rest is saved later', async () => {
  await rm(path.join(place.dataDir, 'alerts.yaml'), { force: true });
  const text = await saved('https://chat.example.com/hook');
  expect(text).toContain('public_only: true');
  await write(text);
  expect(await saved(null)).toContain('public_only: true');
  await write('webhook: { url: "https://chat.lan/hook" }\n');
  expect(await saved(null)).not.toContain('public_only');
});

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1'])(
  'a public name that leads to %s when the alert is sent is not connected to, unless only the file says so',
  async (address) => {
    // The name was public when it was saved.
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
      const answer = given.at(-1) as (error: null, found: object[]) => void;
      answer(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    }) as typeof dns.lookup);
    syncBuiltinESMExports();
    const server = createTcpServer((socket) => socket.destroy());
    let connections = 0;
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    const hook = (more: string) => `webhook: { url: "https://chat.example.com:${portOf(server)}/hook"${more} }\n`;
    await write(hook(', public_only: true'));
    await expect(send()).rejects.toThrow('chat.example.com has no public address');
    expect(connections).toBe(0);
    await write(hook(''));
    await expect(send()).rejects.toThrow();
    expect(connections).toBe(1);
    server.close();
    lookup.mockRestore();
    syncBuiltinESMExports();
  },
);

test('a redirect is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}/hook`;
  await expect(createWebhook({ url, format: 'plain' }, fetch)('喂')).rejects.toThrow('redirect');
  expect(asked).toEqual(['/hook']);
  server.close();
});
