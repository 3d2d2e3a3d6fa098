import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { priceChanged, serverError } from '#contract/codes';
import { stubPage } from '../../runtime/testing/fake-page.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('../../runtime/browser.ts', () => ({ send }));

let stored: Map<string, string>;
beforeEach(() => {
  vi.resetModules();
  send.mockReset();
  stored = stubPage().session;
});
afterEach(() => vi.unstubAllGlobals());

/** The module as in a page that was just loaded. */
const freshPage = async () => {
  vi.resetModules();
  return (await import('./idempotency-key.ts')).sendOnce;
};
const pay = async (action = '7 12') => {
  const sendOnce = await freshPage();
  return sendOnce(comicPay, action, { chapterIds: [7], expect: 12 }).catch((error: unknown) => error);
};
const answer = (status: number, code = 0) => ({ status, code, message: '', data: {} });
const keys = () => send.mock.calls.map(([, payload]) => String(payload.key));

test.each([
  ['no answer', answer(-404, -404)],
  ['a fault of the server', answer(0, serverError)],
])(
  'after %s the same action is sent with the same key until there is an answer, also after a reload',
  async (_name, lost) => {
    send.mockResolvedValueOnce(lost).mockResolvedValueOnce(lost).mockResolvedValue(answer(1));
    for (const _ of [1, 2, 3]) await pay();
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[\w-]{8,64}$/);
    await pay();
    expect(new Set(keys()).size).toBe(2);
  },
);

test('after a refusal the next call has a new key', async () => {
  send.mockResolvedValueOnce(answer(0, priceChanged)).mockResolvedValue(answer(1));
  await pay();
  expect(stored.get('acts')).toBe('{}');
  await pay();
  expect(new Set(keys()).size).toBe(2);
});

test('another action has another key', async () => {
  send.mockResolvedValue(answer(-404, -404));
  await pay('7 12');
  await pay('7 15');
  expect(new Set(keys()).size).toBe(2);
});

test('a call that is blocked as a duplicate is sent a second later', async () => {
  vi.useFakeTimers();
  const sendOnce = await freshPage();
  // Imported from the same page: another import would be another class.
  const { DuplicateRequest } = await import('../../runtime/send/duplicate-block.ts');
  send.mockRejectedValueOnce(new DuplicateRequest('comic/pay')).mockResolvedValue(answer(1));
  const paid = sendOnce(comicPay, '7 12', { chapterIds: [7], expect: 12 });
  await vi.advanceTimersByTimeAsync(1000);
  await paid;
  expect(new Set(keys()).size).toBe(1);
  vi.useRealTimers();
});
