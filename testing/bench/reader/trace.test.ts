import { expect, test } from 'vitest';
import { mainThreadOf, type TraceEvent } from './trace.ts';

const main = (pid: number): TraceEvent => ({
  name: 'thread_name',
  ph: 'M',
  pid,
  tid: 1,
  ts: 0,
  args: { name: 'CrRendererMain' },
});
const task = (pid: number, tdur: number, more: Partial<TraceEvent> = {}): TraceEvent => ({
  name: 'RunTask',
  ph: 'X',
  pid,
  tid: 1,
  ts: 0,
  dur: 500_000,
  tdur,
  ...more,
});

test('the main thread of the page is the one that had most to do, and its tasks count by their processor time', () => {
  const idle = [main(7), task(7, 900_000)];
  const page = [main(8), task(8, 50_000), task(8, 50_001), task(8, 1000)];
  const others = [task(8, 70_000, { tid: 2 }), task(8, 70_000, { name: 'Paint' }), task(8, 70_000, { ph: 'B' })];
  expect(mainThreadOf([...idle, ...page, ...others])).toEqual({ busyMs: 101.001, longTasks: 1, longestMs: 50.001 });
});
