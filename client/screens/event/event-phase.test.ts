import { expect, test } from 'vitest';
import { groupByPhase, phaseOf } from './event-phase.ts';

const START = '2026-11-20T00:00:00.000Z';
const END = '2026-11-21T00:00:00.000Z';

test.each([
  [START, -1, 'upcoming'],
  [START, 0, 'running'],
  [END, -1, 'running'],
  [END, 0, 'past'],
])('at %s and %i ms an event is %s', (moment, offset, phase) => {
  expect(phaseOf({ startsAt: START, endsAt: END }, Date.parse(moment) + offset)).toBe(phase);
});

test('an event without an end never ends', () => {
  expect(phaseOf({ startsAt: START, endsAt: null }, Date.parse('2036-01-01'))).toBe('running');
});

test('running events keep their order, then the next future events, then the latest past ones', () => {
  const event = (id: number, startsAt: string, endsAt: string | null) => ({ id, startsAt, endsAt });
  const events = [
    event(1, '2026-12-09', null),
    event(2, '2026-11-01', '2026-11-10'),
    event(3, '2026-11-19', '2026-12-01'),
    event(4, '2026-12-02', null),
    event(5, '2026-11-01', '2026-11-15'),
    event(6, '2026-11-10', null),
  ];
  const { running, upcoming, past } = groupByPhase(events, Date.parse(START));
  expect([running, upcoming, past].map((group) => group.map(({ id }) => id))).toEqual([
    [3, 6],
    [4, 1],
    [5, 2],
  ]);
});
