import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { transaction } from '../../core/db/db.ts';
import { addEntries } from '../../modules/audit/audit.ts';
import { noteBackup } from '../backup/tables.ts';

const NOON = new Date('2026-11-22T12:00:00+08:00');
const MIDNIGHT = new Date('2026-11-23T00:00:00+08:00');

let site: TestApp;
let sent: string[] = [];
beforeAll(async () => {
  const receivers = [{ name: 'webhook', send: async (text: string) => void sent.push(text) }];
  site = await startTestApp({ now: NOON, alerting: { backupHours: 36, off: [], receivers } });
  await noteBackup(site.pool, NOON, null);
});
afterAll(() => site.close());

async function look(count: number): Promise<void> {
  const act = { actor: 'staff:7', action: 'reveal-phone', subject: 'reader', reason: '核对' } as const;
  const entries = Array.from({ length: count }, (_, each) => ({
    subjectId: each,
    before: {},
    after: {},
    undoes: null,
  }));
  await transaction(site.pool, (tx) => addEntries(tx, act, entries, NOON));
}
async function alertsAt(now: Date): Promise<string[]> {
  site.setTime(now);
  sent = [];
  await site.app.runJob('alerts');
  return sent;
}

test('a member of staff who looks at fifty phone numbers on a day is a problem of that day', async () => {
  await look(49);
  expect(await alertsAt(NOON)).toEqual([]);
  await look(1);
  const text = '手机号：staff:7（命令） 今天看了 50 次读者的手机号，再看会被拒绝';
  expect(await alertsAt(NOON)).toEqual([`【漫屿】${text}`]);
  expect(await alertsAt(NOON)).toEqual([]);
  expect(await alertsAt(MIDNIGHT)).toEqual([expect.stringContaining('手机号：恢复了')]);
});
