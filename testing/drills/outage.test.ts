import { expect, test } from 'vitest';
import { judgeOutage } from './outage.ts';

const OUTAGE = { from: 10_000, until: 15_000 };
const call = (begunAt: number, endedAt: number, fault: string | null = 'gone') => ({ begunAt, endedAt, fault });

test('a call that begins during an outage and fails long after it counts as failed after it', () => {
  const late = judgeOutage([call(9_000, 9_100, null), call(14_900, 30_000)], OUTAGE);
  expect(late).toMatchObject({ faults: 1, early: [], recoveredInMs: 15_000, isRecoveredInTime: false });
  const soon = judgeOutage([call(9_900, 10_100), call(14_900, 29_999)], OUTAGE);
  expect(soon).toMatchObject({ faults: 2, early: [], recoveredInMs: 14_999, isRecoveredInTime: true });
});

test('a fault before the outage is one of its own, and without faults nothing had to recover', () => {
  expect(judgeOutage([call(9_000, 9_999)], OUTAGE).early).toHaveLength(1);
  expect(judgeOutage([call(9_900, 16_000, null)], OUTAGE)).toMatchObject({ recoveredInMs: 0, longestMs: 6_100 });
});
