import { expect, test } from 'vitest';
import { withoutOwnNumber } from './chapter-title.ts';

test.each<[no: number, title: string, shown: string | undefined]>([
  [1, '第1话', undefined],
  [2, '第2话 相遇', '相遇'],
  [3, '第03话 重逢', '重逢'],
  [4, 'Chapter 4: Four', 'Four'],
  [5, 'Ch.5 - 五', '五'],
  [6, '#6', undefined],
  [7, '6', '6'],
  [8, '第八话', undefined],
  [9, '第10话 其实是第十话', '第10话 其实是第十话'],
  [10.5, '第10.5话 番外', '番外'],
  [11, '复读 第11话', undefined],
  [12, 'Vol.2 Ch.12 结', '结'],
  [13, '13 十三', '十三'],
  [2, '2人', '2人'],
  [3, '三个人', '三个人'],
])('the title of chapter %s, %j, is shown as %j', (no, title, shown) => {
  expect(withoutOwnNumber(title, { no, series: '复读' })).toBe(shown);
});
