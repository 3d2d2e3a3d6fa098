import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { banner, event, home } from '#contract/calls/site';
import { addComic } from '../../../testing/factories/comics.ts';
import { type EditorialBench, openEditorialBench } from '../../../testing/factories/editorial-bench.ts';

const EXAMPLE = fileURLToPath(new URL('../../../docs/editorial-example.yaml', import.meta.url));
const PICTURES = path.join(path.dirname(EXAMPLE), 'editorial-example-pictures');
/** Within the theme's weeks and within those of everything else. */
const MID_AUTUMN = new Date('2026-09-21T00:00:00+08:00');
const ANNIVERSARY = new Date('2026-11-21T00:00:00+08:00');

let bench: EditorialBench;
let folder: string;
beforeAll(async () => {
  folder = path.join(tmpdir(), `manyu-example-${process.pid}-${Date.now()}`);
  bench = await openEditorialBench(folder);
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const sections = async () => (await bench.site.call(home, {})).data?.sections.map(({ title }) => title);

test('the example of the documents applies as it is shipped, pictures and all, to a site without a comic', async () => {
  expect(await bench.run('apply', EXAMPLE)).toMatchObject({ code: 0, stderr: '' });
  bench.site.setTime(ANNIVERSARY);
  const shown = async () => (await bench.site.call(banner, { no: [1] })).data?.['1'];
  await expect.poll(async () => (await shown())?.map(({ link }) => link)).toEqual(['/theme/1', '/weekly']);
  for (const { image } of (await shown()) ?? [])
    expect(
      (await bench.site.http.inject({ url: image.url, headers: { 'x-requested-with': 'XMLHttpRequest' } })).statusCode,
    ).toBe(200);
  expect((await bench.site.call(event, {})).data?.events).toMatchObject([{ title: '开站一周年' }]);
});

test('the commented parts of the example can be applied once the comics exist', async () => {
  for (const title of ['雨巷', '山海小店'])
    await addComic(bench.site, { title, createdAt: new Date('2026-01-01T00:00Z') });
  const text = await readFile(EXAMPLE, 'utf8');
  const whole = text
    .replace(/^( *)# ((?: *- )?(?: *[a-zA-Z]+: | +- ))/gm, '$1$2')
    .replace('comics: [] # 例如 [山海小店, 雨巷]', 'comics: [山海小店, 雨巷]');
  const file = await bench.write('whole.yaml', whole);
  for (const name of ['rain.png', 'moon.png'])
    await bench.write(`editorial-example-pictures/${name}`, await readFile(path.join(PICTURES, name)));
  const done = await bench.run('apply', file);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  for (const added of ['编辑推荐', '雨巷 上架', '周年限免', '周年五折']) expect(done.stdout).toContain(added);
  bench.site.setTime(MID_AUTUMN);
  await expect.poll(sections).toEqual(expect.arrayContaining(['编辑推荐', '中秋专题']));
});
