import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../app/app.ts';
import { readUserInfo } from './baseline-answers.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('the baseline of user/info has the same response as the app', async () => {
  const token = await site.visitor();
  const { data } = await site.call(userInfo, { token }, { token });
  const bare = await readUserInfo(site.pool, token, createHash('sha256').update(token).digest());
  expect(JSON.parse(JSON.stringify(bare))).toEqual(data);
});
