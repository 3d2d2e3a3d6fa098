// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '../../../notices.ts';
import { useLoginDraft } from './login-draft.ts';
import { useLogin } from './use-login.ts';

const { session } = vi.hoisted(() => ({ session: { completeLogin: vi.fn() } }));
vi.mock('../../../runtime/browser.ts', () => ({ session }));
vi.mock('../../../notices.ts', () => ({ toast: vi.fn() }));

const typed = { username: 'a', telephone: '138' };
const data = { token: 't', user: {}, restored: false };
const success = { status: 1, code: 0, message: '', data };
const toastTexts = () => vi.mocked(toast).mock.calls.flat();

beforeEach(() => {
  useLoginDraft.setState(typed);
  return () => {
    cleanup();
    vi.resetAllMocks();
  };
});

async function login(send: () => Promise<unknown>) {
  const { result } = renderHook(useLogin);
  const refusal = await act(() => result.current.login(send as never));
  return { refusal, busy: result.current.busy };
}

test.each([
  [false, ['登录成功!']],
  [true, ['登录成功!', '注销已取消']],
])('a login starts its session and clears the typed text; restored %j shows %j', async (restored, texts) => {
  const answer = { ...data, restored };
  expect(await login(async () => ({ ...success, data: answer }))).toEqual({ refusal: null, busy: false });
  expect(session.completeLogin).toHaveBeenCalledExactlyOnceWith(answer);
  expect([toastTexts(), useLoginDraft.getState()]).toEqual([texts, { username: '', telephone: '' }]);
});

test.each([
  ['refused', { status: 0, code: 2001, message: 'no', data: null }],
  ['without data', { status: 1, code: 2001, message: 'no', data: null }],
  ['refused with data', { status: 0, code: 2001, message: 'no', data }],
])('a login that is %s starts nothing and keeps the typed text', async (_name, answer) => {
  expect(await login(async () => answer)).toEqual({ refusal: { code: 2001, message: 'no' }, busy: false });
  expect(session.completeLogin).not.toHaveBeenCalled();
  expect([toastTexts(), useLoginDraft.getState()]).toEqual([[], typed]);
});

test.each([
  ['could not be sent', () => Promise.reject(new Error('x')), 0],
  ['could not start its session', async () => success, 1],
])('a login that %s shows no success, and can be tried again', async (_name, send, starts) => {
  session.completeLogin.mockRejectedValueOnce(new Error('x'));
  expect(await login(send)).toEqual({ refusal: null, busy: false });
  expect(session.completeLogin).toHaveBeenCalledTimes(starts);
  expect([toastTexts(), useLoginDraft.getState()]).toEqual([[], typed]);
});

test('it is busy until the session has begun', async () => {
  let begin: () => void = () => {};
  session.completeLogin.mockReturnValueOnce(new Promise<void>((resolve) => (begin = resolve)));
  const { result } = renderHook(useLogin);
  await act(async () => void result.current.login(async () => success as never));
  expect([result.current.busy, toastTexts()]).toEqual([true, []]);
  await act(async () => begin());
  expect([result.current.busy, toastTexts()]).toEqual([false, ['登录成功!']]);
});
