import { expect, test } from 'vitest';
import { statusText } from './status-text.ts';

test.each([
  [{ status: 'complete', weekdays: [1] }, '已完结'],
  [{ status: 'serial', weekdays: [] }, '连载中'],
  [{ status: 'serial', weekdays: [1, 7] }, '每周一、周日更新'],
  [{ status: 'serial', weekdays: [1, 2, 3, 4, 5, 6, 7] }, '每天更新'],
] as const)('%j is shown as %s', ({ status, weekdays }, text) => {
  expect(statusText({ status, weekdays: [...weekdays] })).toBe(text);
});
