import { expect, test } from 'vitest';
import { titleLines } from './title-lines.ts';

test.each([
  [['猫站长的末班'], 1],
  [['雨巷', '猫站长的末班车'], 2],
  [['Pepper Car'], 1],
  [['Pepper Carr'], 2],
  [[], 1],
])('the titles %j need %i lines of six characters', (titles, lines) => {
  expect(
    titleLines(
      titles.map((title) => ({ title })),
      6,
    ),
  ).toBe(lines);
});
