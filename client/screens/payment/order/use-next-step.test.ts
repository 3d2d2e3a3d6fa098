// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { chargeNext } from '#contract/calls/wallet';
import { orderNotFound, paymentUnavailable, teenModeForbids } from '#contract/codes';
import { setGoTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { continuePayment } from './continued.ts';
import { takeStep } from './next-step.ts';
import { useNextStep } from './use-next-step.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('../../../runtime/browser.ts', () => ({ send }));
vi.mock('./next-step.ts', () => ({ takeStep: vi.fn(async () => null) }));

const next = { kind: 'qr', text: 'T' };
const answer = { status: 1, code: 0, message: '', data: { next } };
const opened = vi.fn();
const onEnd = vi.fn();

beforeEach(() => {
  setGoTo((to, { replace }) => opened(to, replace));
  send.mockResolvedValue(answer);
  return () => {
    cleanup();
    vi.clearAllMocks();
  };
});

async function open(search = '', reactStrictMode = false) {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(MemoryRouter, { initialEntries: [`/order${search}`] }, children);
  return await act(async () => renderHook(() => useNextStep('A1', onEnd), { wrapper, reactStrictMode }));
}

test('the payment continues when the reader asks, and a message stays until the next step', async () => {
  vi.mocked(takeStep).mockResolvedValueOnce('a problem');
  const { result } = await open();
  expect(send).not.toHaveBeenCalled();
  await act(async () => result.current.goOn());
  expect(takeStep).toHaveBeenCalledExactlyOnceWith(next, expect.any(Function));
  expect(result.current).toMatchObject({ busy: false, problem: 'a problem' });
  expect(onEnd).toHaveBeenCalledTimes(1);
  let take: () => void = () => {};
  vi.mocked(takeStep).mockReturnValueOnce(new Promise((resolve) => (take = () => resolve(null))));
  await act(async () => result.current.goOn());
  expect(result.current).toMatchObject({ busy: true, problem: null });
  expect(onEnd).toHaveBeenCalledTimes(1);
  await act(async () => take());
  expect(result.current).toMatchObject({ busy: false, problem: null });
  expect(onEnd).toHaveBeenCalledTimes(2);
});

test('after a tap on 继续 elsewhere the payment of that order opens by itself, once', async () => {
  continuePayment('A2');
  await open();
  expect(send).not.toHaveBeenCalled();
  continuePayment('A1');
  await open();
  expect(takeStep).toHaveBeenCalledTimes(1);
  await open();
  expect(takeStep).toHaveBeenCalledTimes(1);
});

test.each([orderNotFound, paymentUnavailable, teenModeForbids])(
  'the refusal %j is shown only here, and the reader can try again',
  async (code) => {
    send.mockResolvedValueOnce({ status: 0, code, message: 'no', data: null });
    const { result } = await open();
    await act(async () => result.current.goOn());
    expect(result.current).toMatchObject({ busy: false, problem: 'no' });
    expect(send.mock.lastCall?.[2].expected).toContain(code);
    expect([onEnd.mock.calls.length, vi.mocked(takeStep).mock.calls.length]).toEqual([1, 0]);
  },
);

test('with a code in the address the payment continues once, and the code is removed', async () => {
  await open('?code=C&state=S', true);
  expect(send).toHaveBeenCalledExactlyOnceWith(
    chargeNext,
    { orderId: 'A1', visit: { code: 'C', state: 'S' } },
    expect.anything(),
  );
  expect(opened).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/A1$/), true);
});

test('the payment does not go on after the reader has left the order', async () => {
  let answerNow: (value: unknown) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (answerNow = resolve)));
  const { result, unmount } = await open();
  await act(async () => result.current.goOn());
  unmount();
  await act(async () => answerNow(answer));
  expect([vi.mocked(takeStep).mock.calls, onEnd.mock.calls]).toEqual([[], []]);
});

test('a step that waits learns that the reader has left', async () => {
  const { result, unmount } = await open('', true);
  await act(async () => result.current.goOn());
  const isLeft = vi.mocked(takeStep).mock.lastCall?.[1];
  expect(isLeft?.()).toBe(false);
  unmount();
  expect(isLeft?.()).toBe(true);
});

test.each(['?code=C', '?state=S'])('with %s alone nothing is requested', async (search) => {
  await open(search);
  expect([send.mock.calls, opened.mock.calls]).toEqual([[], []]);
});
