import { expect, test } from 'vitest';
import { changesOf, type Part, partOf, sumChosen } from './choosing.ts';

const group = (id: number, chosen: number) => ({ id, name: `组 ${id}`, count: 9, chosen });

test.each<[number, boolean | undefined, Part]>([
  [0, undefined, 'none'],
  [1, undefined, 'some'],
  [2, undefined, 'some'],
  [3, undefined, 'all'],
  [1, true, 'all'],
  [3, false, 'none'],
])('a group with %i of three comics and the choice %s has %s', (chosen, choice, part) => {
  expect(partOf(group(7, chosen), 3, new Map(choice === undefined ? [] : [[7, choice]]))).toBe(part);
});

test('only what the reader changed is sent', () => {
  const list = [group(1, 0), group(2, 1), group(3, 3), group(4, 0), group(5, 1), group(6, 3), group(7, 1)];
  const [checked, unchecked] = [
    [1, 2, 3, 8],
    [4, 5, 6],
  ];
  const choices = new Map([...checked, ...unchecked].map((id) => [id, checked.includes(id)]));
  // The group 8 has just been created.
  expect(changesOf(list, 3, choices)).toEqual({ into: [1, 2, 8], outOf: [5, 6] });
});

test('the numbers of several answers are added up', () => {
  expect(
    sumChosen([
      [group(1, 2), group(2, 0)],
      [group(1, 3), group(2, 0)],
    ]),
  ).toEqual([group(1, 5), group(2, 0)]);
  expect(sumChosen([[{ id: 1, name: '组 1', count: 9 }]])).toEqual([group(1, 0)]);
});
