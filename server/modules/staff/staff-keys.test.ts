import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionLost, staffForbidden } from '#contract/codes';
import { comicList } from '#contract/console/comics';
import { addKey } from '#contract/console/session';
import { auditList, endStaffKey, staffKeys } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let owner: StaffPerson;
let editor: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
  editor = await addPerson(site, owner, 'editor', '小周', NOW);
});
afterAll(() => site.close());

test('an owner sees the keys of each person and ends one, which stops working at once', async () => {
  const added = await staffCall(site, addKey, { name: '发布脚本', role: 'editor', days: 30 }, editor);
  const headers = { authorization: `Bearer ${added.data?.key}`, origin: undefined, 'sec-fetch-site': undefined };
  expect((await staffCall(site, comicList, {}, { headers })).code).toBe(0);
  const { data } = await staffCall(site, staffKeys, { id: editor.id }, owner);
  expect(data?.list).toMatchObject([{ name: '发布脚本', role: 'editor', usedAt: NOW.toISOString() }]);
  expect(JSON.stringify(data)).not.toContain(added.data?.key);
  const keyId = data?.list[0]?.id ?? 0;
  expect((await staffCall(site, endStaffKey, { id: editor.id, keyId }, editor)).code).toBe(staffForbidden);
  // The key of one person is not ended under the name of another.
  await staffCall(site, endStaffKey, { id: owner.id, keyId }, owner);
  expect((await staffCall(site, comicList, {}, { headers })).code).toBe(0);
  expect((await staffCall(site, endStaffKey, { id: editor.id, keyId }, owner)).code).toBe(0);
  expect((await staffCall(site, comicList, {}, { headers })).code).toBe(sessionLost);
  expect((await staffCall(site, staffKeys, { id: editor.id }, owner)).data?.list).toEqual([]);
  const log = await staffCall(site, auditList, { subject: 'staff', size: 1 }, owner);
  expect(log.data?.list).toMatchObject([
    { action: 'end-key', actorName: '林老板', subjectName: '小周', after: { name: '发布脚本' } },
  ]);
});
