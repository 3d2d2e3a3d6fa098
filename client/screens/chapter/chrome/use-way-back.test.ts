import { afterAll, expect, test, vi } from 'vitest';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

const { page } = stubPage();
afterAll(() => vi.unstubAllGlobals());
const { leaveReader } = await import('./use-way-back.ts');

test.each([
  ['opened from a screen', { idx: 1 }, 7, [-1]],
  ['opened by its address', { idx: 0 }, 7, ['/comic/7', { replace: true }]],
  ['opened by the address of a chapter that is not known', { idx: 0 }, null, ['/home', { replace: true }]],
  ['opened before the router knew', null, 7, ['/comic/7', { replace: true }]],
])('a reader %s is left by %j', (_name, state, comicId, call) => {
  const navigate = vi.fn();
  page.history.state = state;
  leaveReader(navigate, comicId);
  expect(navigate.mock.calls).toEqual([call]);
});
