import { expect, test } from 'vitest';
import { cpuMicrosOf, parseProcStat } from './proc-stat.ts';
import { percentile, ratiosOf, spreadOf } from './spread.ts';
import { figureRow, markdownTable, ratioRow } from './table.ts';

const line = (pid: number, name: string, parent: number, times: number[]) =>
  `${pid} (${name}) S ${parent} 7 7 0 -1 4194304 100 0 0 0 ${times.join(' ')} 20 0 11 0 5000 900 800 184 1 1\n`;

test('a stat line with spaces and brackets in the process name is parsed', () => {
  expect(parseProcStat(line(42, 'postgres: a) b (c', 7, [150, 50, 3, 4]))).toEqual({
    pid: 42,
    parent: 7,
    cpuMicros: 2_000_000,
    endedMicros: 70_000,
  });
});

test('invalid stat lines are refused', () => {
  expect(() => parseProcStat('42 (node) S')).toThrow('Not a stat line');
});

test('the cost of PostgreSQL counts the postmaster, living backends, and backends that have ended', () => {
  const all = [
    line(10, 'postgres', 1, [1, 1, 20, 0]),
    line(11, 'backend', 10, [30, 10, 0, 0]),
    line(12, 'worker', 11, [5, 0, 0, 0]),
    line(99, 'stranger', 1, [1000, 0, 0, 0]),
  ].map(parseProcStat);
  expect(cpuMicrosOf([10], all)).toBe(670_000);
});

test('PostgreSQL that the app has started is not counted twice', () => {
  const all = [line(5, 'node', 1, [2, 0, 0, 0]), line(10, 'postgres', 5, [3, 0, 0, 0])].map(parseProcStat);
  expect(cpuMicrosOf([5, 10], all)).toBe(50_000);
});

test('the cost of a process that has died is an error, not zero', () => {
  expect(() => cpuMicrosOf([10], [])).toThrow('Process 10 is gone');
});

test.each([
  [[3], { median: 3, low: 3, high: 3 }],
  [[9, 1, 5], { median: 5, low: 1, high: 9 }],
  [[10, 2, 4, 8], { median: 6, low: 2, high: 10 }],
])('the middle of %j', (values, expected) => expect(spreadOf(values)).toEqual(expected));

test('the 99th percentile of a hundred values is the 99th, of fewer the largest', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile([3, 1, 2], 0.99)).toBe(3);
});

test('ratios are calculated round by round, so that slow moments of the machine cancel out', () => {
  expect(ratiosOf([20, 200, 30], [10, 100, 10]).median).toBe(2);
  expect(() => ratiosOf([1, 2], [1])).toThrow('without a partner');
  expect(() => spreadOf([])).toThrow('Nothing was measured');
});

test('a row at its goal is ok and beyond it over, for upper and lower limits', () => {
  const costs = { ours: '1', baseline: '1' };
  const ratio = (median: number) => ({ median, low: median, high: median });
  expect(ratioRow('new', costs, ratio(1.4), { atMost: 1.4 })).toMatchObject({ goal: '≤ 1.4', verdict: 'ok' });
  expect(ratioRow('new', costs, ratio(1.41), { atMost: 1.4 }).verdict).toBe('over');
  expect(ratioRow('import', costs, ratio(0.89), { atLeast: 0.9 })).toMatchObject({ goal: '≥ 0.9', verdict: 'over' });
  expect(figureRow('memory', 221, { atMost: 220 }, (mb) => `${mb} MB`)).toMatchObject({
    ours: '221 MB',
    goal: '≤ 220 MB',
    verdict: 'over',
  });
});

test('the table is Markdown whose columns line up', () => {
  const rows = [
    ratioRow('new', { ours: '20 µs', baseline: '16 µs' }, spreadOf([1.25]), { atMost: 1.4 }),
    figureRow('memory after the load', 1, { atMost: 220 }, (mb) => `${mb} MB`),
  ];
  const lines = markdownTable(rows).split('\n');
  expect(lines).toHaveLength(4);
  expect(new Set(lines.map((text) => text.length)).size).toBe(1);
  expect(lines[2]).toMatch(/^\| new +\| 20 µs +\| 16 µs +\| 1\.25 +\| 1\.25–1\.25 \| ≤ 1\.4 +\| ok +\|$/);
});
