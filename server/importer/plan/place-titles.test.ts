import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chapterTitle } from '#contract/chapter-title';
import { openWorkbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';

test('readers don’t see numbers that only give a chapter’s position', async () => {
  const bench = await openWorkbench();
  try {
    const folder = join(bench.folder, '位置');
    const names = [
      '序章',
      '第1话',
      '第1话 乙组',
      '第2.25话',
      '第2.5话',
      '第2.75话 相遇',
      '番外',
      '番外 海边',
      'SP01',
      '最终话',
      '后记',
      '设定集',
    ];
    for (const [seed, name] of names.entries()) await writeCbz(folder, `${name}.cbz`, [await picture(seed)]);
    await bench.run(folder);
    const { rows } = await bench.pool.query('select no, title from catalog.chapter order by no');
    expect(rows.map(chapterTitle)).toEqual([
      '序章',
      '第1话',
      '第1话 乙组',
      '第2.25话',
      '第2.5话',
      '第2.75话 相遇',
      'SP01',
      '番外',
      '番外 海边',
      '设定集',
      '最终话',
      '后记',
    ]);
  } finally {
    await bench.close();
  }
});

test('an upgrade adds titles to older chapters whose number only gives a position', async () => {
  const bench = await openWorkbench();
  try {
    const folder = join(bench.folder, '从前');
    for (const [seed, name] of ['第1话', '第1.25话', '第1.75话 相遇', 'SP01', '番外 海边'].entries())
      await writeCbz(folder, `${name}.cbz`, [await picture(seed)]);
    await bench.run(folder);
    await bench.pool.query(
      `update catalog.chapter set title = case when title like '%相遇' then '相遇' when title = '番外 海边' then title else '' end`,
    );
    const upgrade = await readFile(
      new URL('../../modules/catalog/migrations/010-titles-of-places.sql', import.meta.url),
      'utf8',
    );
    for (let time = 0; time < 2; time++) {
      await bench.pool.query(upgrade);
      const { rows } = await bench.pool.query('select no, title from catalog.chapter order by no');
      expect(rows.map(chapterTitle)).toEqual(['第1话', '第1.25话', '第1.75话 相遇', 'SP01', '番外 海边']);
    }
  } finally {
    await bench.close();
  }
});
