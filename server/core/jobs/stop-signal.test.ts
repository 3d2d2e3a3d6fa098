import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopSignal } from './stop-signal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let handlers: Map<string, () => void>;
let ends: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  handlers = new Map();
  ends = [];
  vi.spyOn(process, 'on').mockImplementation((signal, handle) => {
    handlers.set(String(signal), handle);
    return process;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    ends.push(code);
    return undefined as never;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each(SIGNALS)('the first %s requests a stop and does not end the process', (signal) => {
  const stop = stopSignal();
  expect(stop.aborted).toBe(false);
  handlers.get(signal)?.();
  expect(stop.aborted).toBe(true);
  expect(ends).toEqual([]);
});

test('a repeated signal within a second is ignored, and a later one ends the process at once', () => {
  stopSignal();
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms);
    handlers.get('SIGINT')?.();
    return [...ends];
  };
  after(0);
  expect(after(0)).toEqual([]);
  expect(after(1000)).toEqual([]);
  expect(after(1)).toEqual([1]);
});
