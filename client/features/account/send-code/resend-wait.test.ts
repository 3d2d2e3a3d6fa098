import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

const NOW = 1_800_000_000_000;
let local: Map<string, string>;
const load = () => import('./resend-wait.ts');

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOW });
  ({ local } = stubPage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const after = (seconds: number) => NOW + seconds * 1000;

test.each([
  ['at the press', { seconds: 60 }, '138', after(0), 60],
  ['half a second later', { seconds: 60 }, '138', after(0.5), 60],
  ['in its last moment', { seconds: 60 }, '138', after(59.9), 1],
  ['when it is over', { seconds: 60 }, '138', after(60), 0],
  [
    'of the number that the server has refused for longer',
    { seconds: 3000, telephone: '138' },
    '138',
    after(100),
    2900,
  ],
  ['of another number', { seconds: 3000, telephone: '138' }, '139', after(10), 50],
  ['after a clock that was set back by a moment', { seconds: 60 }, '138', after(-1), 60],
  ['after a clock that was set back by a day', { seconds: 60 }, '138', after(-86_400), 0],
])('the wait %s', async (_name, wait, telephone, now, left) => {
  const { secondsLeft } = await load();
  expect(secondsLeft({ startedAt: NOW, ...wait }, telephone, now)).toBe(left);
});

test('a wait is stored without the number, for at most a minute', async () => {
  const { startWait } = await load();
  startWait('bind', { seconds: 60 });
  startWait('login', { seconds: 3000, telephone: '13800138000' });
  expect(JSON.parse(local.get('resendWaits') ?? '')).toEqual({
    bind: { startedAt: NOW, seconds: 60 },
    login: { startedAt: NOW, seconds: 60 },
  });
});

test('damaged storage is no wait', async () => {
  const { secondsLeft } = await load();
  expect(secondsLeft({ startedAt: 'x', seconds: null } as never, '138', NOW)).toBe(0);
});

test.each([
  [1, '1s'],
  [120, '120s'],
  [121, '3 分钟后'],
  [7200, '120 分钟后'],
  [7201, '3 小时后'],
])('%i seconds are %s', async (seconds, text) => {
  expect((await load()).waitText(seconds)).toBe(text);
});

test.each([
  [{ retryAfter: 37 }, 37],
  [{ retryAfter: '37' }, null],
  [{}, null],
  [null, null],
])('the refusal with %j names %j seconds', async (data, seconds) => {
  expect((await load()).retryAfterOf(data)).toBe(seconds);
});
