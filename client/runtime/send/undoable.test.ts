import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../testing/fake-page.ts';

let { page, local } = stubPage();
const DAY_MS = 86_400_000;
const answers = vi.fn(async (_change: object, _how: object) => true);

beforeEach(() => {
  vi.useFakeTimers();
  ({ page, local } = stubPage());
  vi.stubGlobal('navigator', { onLine: true });
  answers.mockReset().mockResolvedValue(true);
});
afterEach(() => void vi.useRealTimers());

/** A page of this reader, as it is when its code has been loaded. */
async function openPage(readerId: number | null = 1) {
  vi.resetModules();
  const { useClientState } = await import('../../state.ts');
  useClientState.setState({ userInfo: readerId === null ? null : ({ id: readerId } as never) });
  const { createUndoable } = await import('./undoable.ts');
  return createUndoable({
    kind: 'mark',
    send: (change: { no: number; once?: true }, how) => answers(change, how),
    isRepeatable: ({ once }) => !once,
  });
}
/** The page is gone without an event, as one that the system has killed. */
const kill = () => void vi.clearAllTimers();
const hide = () => page.dispatchEvent(new Event('pagehide'));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const sent = () => answers.mock.calls.map(([change, how]) => [change, how]);
const RESUMED = { resumed: true };

test('a change that is undone or answered is not sent by the next page', async () => {
  const { change, undo } = await openPage();
  change({ no: 1 });
  undo();
  change({ no: 2 });
  await pass(5_000);
  expect(local.size).toBe(0);
  await openPage();
  await pass(DAY_MS);
  expect(sent()).toEqual([[{ no: 2 }, {}]]);
});

test('a failure that the reader was shown is not sent by the next page', async () => {
  const { change } = await openPage();
  answers.mockResolvedValue(false);
  change({ no: 1 });
  await pass(5_000);
  expect(local.size).toBe(0);
});

test('a change of a page that was left without a network is sent by the next one, and until it is answered', async () => {
  const { change } = await openPage();
  answers.mockResolvedValue(false);
  change({ no: 1 });
  hide();
  await pass(3_600_000);
  const { usePending } = await openPage();
  expect(sent()).toEqual([
    [{ no: 1 }, { leaving: true }],
    [{ no: 1 }, RESUMED],
  ]);
  answers.mockReset().mockResolvedValue(true);
  page.dispatchEvent(new Event('online'));
  // It is shown until then.
  expect(usePending.getState().sending).toEqual([{ no: 1 }]);
  await pass(0);
  expect([sent()[0], usePending.getState().sending, local.size]).toEqual([[{ no: 1 }, RESUMED], [], 0]);
});

test('a change of a page that was killed is sent once no other tab can undo it', async () => {
  const { change } = await openPage();
  change({ no: 1 });
  kill();
  await openPage();
  await pass(9_999);
  expect(sent()).toEqual([]);
  await pass(1);
  expect(sent()).toEqual([[{ no: 1 }, RESUMED]]);
});

test.each([
  ['another reader', { readerId: 2 }, 0],
  ['nobody', { readerId: null }, 0],
  ['the reader after a day', { later: DAY_MS + 1 }, 0],
  ['the reader within a day', { later: DAY_MS }, 1],
  ['the reader after the reload, of a change that is sent but once,', { once: true, later: 5_001 }, 0],
  ['the reader at once, of a change that is sent but once,', { once: true, later: 5_000 }, 1],
  ['the reader, of a change that is sent but once and was not,', { once: true, later: 5_001, onLine: false }, 1],
] as const)('of %s the next page sends %o: %i', async (_who, how: How, times) => {
  const { change } = await openPage();
  vi.stubGlobal('navigator', { onLine: how.onLine ?? true });
  answers.mockResolvedValue(false);
  change({ no: 1, ...(how.once && { once: how.once }) });
  hide();
  answers.mockClear();
  await pass(how.later ?? 0);
  await openPage(how.readerId === undefined ? 1 : how.readerId);
  expect(answers).toHaveBeenCalledTimes(times);
});
type How = { readerId?: number | null; later?: number; once?: true; onLine?: boolean };

test('stored changes that are damaged or of another kind stay unsent', async () => {
  const change = { kind: 'mark', readerId: 1, at: 0, until: DAY_MS ** 2, isLeft: true, change: { no: 1 } };
  const damaged = {
    a: null,
    b: { ...change, at: 'x' },
    c: { ...change, change: null },
    d: { ...change, kind: 'removal' },
  };
  local.set('unsent', JSON.stringify(damaged));
  await openPage();
  expect(answers).not.toHaveBeenCalled();
});
