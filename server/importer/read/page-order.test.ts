import { expect, test } from 'vitest';
import { inPageOrder } from './page-order.ts';

test.each([
  [['1.jpg', '1-1.jpg', '1-2.jpg', '2.jpg', '2-1.jpg', '10.jpg']],
  [['001.jpg', '001 (1).jpg', '002.jpg', '002 (1).png']],
  [['p1.jpg', 'p1+.jpg', 'p2.jpg', "p2'.jpg", 'p3.jpg']],
  [['10.jpg', '10-11.jpg', '12.jpg', '13.jpg']],
  [['封面.jpg', '001.jpg', '002.jpg', '封底.jpg']],
  [['cover.jpg', 'a.jpg', 'b.jpg', 'back cover.jpg']],
  [['第1话/1.jpg', '第2话/1.jpg', '第2.5话/1.jpg', '第3话/2.jpg', '第3话/10.jpg', '第10话/1.jpg']],
  [['上/1.jpg', '中/1.jpg', '下/1.jpg']],
  [['书/序章/1.jpg', '书/第一话/1.jpg', '书/第二话/1.jpg', '书/第十话/1.jpg', '书/番外/1.jpg', '书/后记/1.jpg']],
  [['封面.jpg', '说明.jpg', '第1话/1.jpg', '第2话/1.jpg', '封底.jpg']],
  [['1.jpg', '1.png', '2.gif']],
])('%j is the order of the pages', (paths) => {
  const files = paths.toReversed().map((path) => ({ path }));
  expect(inPageOrder(files).map(({ path }) => path)).toEqual(paths);
});

test('pages in folders of any depth are kept', () => {
  const files = [1, 40, 5_000].map((depth) => ({ path: `${'a/'.repeat(depth)}1.jpg` }));
  expect(inPageOrder(files)).toHaveLength(3);
});
