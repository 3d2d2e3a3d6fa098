import { expect, test, vi } from 'vitest';
import { learnServerTime, serverNow } from './server-clock.ts';

const at = (ms: number) => new Date(ms).toUTCString();
/** This device's time in all tests, a full second. */
const NOW = Date.parse('2026-11-20T04:00:00Z');
vi.useFakeTimers({ now: NOW, toFake: ['Date'] });

const offBy = () => serverNow() - NOW;

test('before the first answer the device’s clock is used', () => {
  expect(offBy()).toBe(0);
});

test('an answer without a valid date changes nothing', () => {
  learnServerTime(null, NOW, NOW);
  learnServerTime('yesterday', NOW, NOW);
  expect(offBy()).toBe(0);
});

test('one answer corrects a device that is an hour behind to within a second', () => {
  learnServerTime(at(NOW + 3_600_000), NOW - 100, NOW);
  expect(Math.abs(offBy() - 3_600_000)).toBeLessThanOrEqual(600);
  // Nor does one without a date take that back.
  learnServerTime(null, NOW, NOW);
  expect(Math.abs(offBy() - 3_600_000)).toBeLessThanOrEqual(600);
});

test('answers at other parts of the second make the estimate more precise', () => {
  // The server is 3,600,700 ms ahead, and its header has whole seconds.
  for (const part of [150, 290, 310, 950]) {
    const header = Math.floor((NOW + part + 3_600_700) / 1000) * 1000;
    learnServerTime(at(header), NOW + part - 5, NOW + part + 5);
  }
  expect(Math.abs(offBy() - 3_600_700)).toBeLessThanOrEqual(20);
});

test('a slow answer does not make the estimate worse', () => {
  const before = offBy();
  learnServerTime(at(NOW + 3_600_000), NOW - 9000, NOW);
  expect(offBy()).toBe(before);
});

test('after a clock was set, the newest answer counts', () => {
  learnServerTime(at(NOW), NOW - 10, NOW);
  expect(Math.abs(offBy())).toBeLessThanOrEqual(505);
});
