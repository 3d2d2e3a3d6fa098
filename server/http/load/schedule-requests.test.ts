import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('an address has 256 requests in progress; the next ones get 503 after two seconds, other addresses an answer', async () => {
  const blocker = await site.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table account.session in access exclusive mode');
  const payload = site.cipher.seal(JSON.stringify({ token: 'A'.repeat(43) }));
  const call = (remoteAddress: string) =>
    site.http.inject({ method: 'POST', url: '/api/user/info', payload, remoteAddress });
  const started = performance.now();
  let refused = 0;
  const calls = Array.from({ length: 260 }, async () => {
    const { statusCode, headers } = await call('198.51.100.7');
    if (statusCode === 503) refused++;
    return [statusCode, headers['retry-after']];
  });
  expect((await site.http.inject({ url: '/healthz', remoteAddress: '198.51.100.8' })).statusCode).toBe(200);
  expect(performance.now() - started).toBeLessThan(2_000);
  await expect.poll(() => refused, { timeout: 10_000 }).toBe(4);
  expect(performance.now() - started).toBeGreaterThanOrEqual(2_000);
  await blocker.query('rollback');
  blocker.release();
  const answers = await Promise.all(calls);
  expect(answers.filter(([status]) => status === 503)).toEqual(Array(4).fill([503, '2']));
  expect((await call('198.51.100.7')).statusCode).toBe(200);
});
