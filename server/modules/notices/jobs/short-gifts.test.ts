import { expect, test } from 'vitest';
import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import { shortGiftMoment } from './short-gifts.ts';

test.each([
  ['two days', '2026-03-11 12:00', '2026-03-13 12:00', '2026-03-12 20:00'],
  ['six hours', '2026-03-11 12:00', '2026-03-11 18:00', '2026-03-11 16:00'],
  ['three hours', '2026-03-11 12:00', '2026-03-11 15:00', '2026-03-11 13:00'],
  ['one hour', '2026-03-11 12:00', '2026-03-11 13:00', '2026-03-11 12:00'],
  [
    'more than three days, but it starts after the midnight',
    '2026-03-10 00:01',
    '2026-03-14 00:00',
    '2026-03-12 16:00',
  ],
  ['from that midnight on', '2026-03-10 00:00', '2026-03-14 00:00', null],
  ['ten days', '2026-03-04 00:00', '2026-03-14 00:00', null],
])('a gift that lasts %s, %s to %s, is announced at %s', (_, start, end, expected) => {
  const at = (text: string) => new Date(`${text.replace(' ', 'T')}:00+08:00`);
  const moment = shortGiftMoment({ start: at(start), end: at(end) });
  expect(moment && shanghaiMinutes(moment)).toBe(expected);
});
