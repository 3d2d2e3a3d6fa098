import { expect, test } from 'vitest';
import { inReadingOrder } from './reading-order.ts';

test.each([
  [['第1话', '第2话', '第2.5话', '第3话', '第10话']],
  [['上', '中', '下']],
  [['第一话', '第二话', '第三话', '第十话', '第十一话']],
  [['序章', '第1话', '第2话', '番外', '后记']],
  [['Vol.1 Ch.1', 'Vol.1 Ch.2', 'Vol.2 Ch.1']],
  [['Prologue', 'Chapter 1', 'Chapter 2', 'Epilogue']],
  [['001_第1话', '002_番外', '003_第2话']],
  [['1-01', '1-02', '2-01']],
  [['第12话①', '第12话②', '第13话']],
  [['a 2', 'a 10', 'b 1']],
  [['初遇', '离别']],
])('%j is the order in which folders of chapters are read', (names) => {
  expect(inReadingOrder([...names].reverse())).toEqual(names);
});

test('all names are kept, whatever they are', () => {
  const names = ['', '[]', '😀', '...', '1', '01', '第1话', '第1话 (1)', '\u202e'];
  expect(inReadingOrder(names).sort()).toEqual([...names].sort());
});
