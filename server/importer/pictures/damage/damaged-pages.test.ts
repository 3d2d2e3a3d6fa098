import { createHash } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import type { Outcome } from '../../source/outcome.ts';
import { drawDamaged } from './damaged-pages.ts';

/** The grey of the placeholder. */
const GREY = [0xd8, 0xd8, 0xd8];

describe('a damaged picture', () => {
  const size = { width: 400, height: 600 };
  const noisy = () => {
    const pixels = Buffer.from(Array.from({ length: 400 * 600 * 3 }, (_, at) => (Math.sin(at) * 1e4) & 255));
    return sharp(pixels, { raw: { ...size, channels: 3 } });
  };

  test.each([
    ['JPEG', async () => noisy().jpeg().toBuffer()],
    ['PNG of one block', async () => noisy().png({ compressionLevel: 9 }).toBuffer()],
    ['GIF', async () => noisy().gif().toBuffer()],
  ])('%s cut in half is shown as far as it can be decoded, with a placeholder for the rest', async (_, whole) => {
    const bytes = await whole();
    const { bitmap, isLost } = await drawDamaged(bytes.subarray(0, Math.floor(bytes.length * 0.6)), size);
    expect(isLost).toBe(false);
    expect(bitmap).toMatchObject(size);
    const row = (y: number) => [...bitmap.pixels.subarray(y * 1200, y * 1200 + 3)];
    expect(row(599)).toEqual(GREY);
    expect(row(100)).not.toEqual(GREY);
  });

  test.each([
    ['a fifth', 0.2, false],
    ['a twentieth', 0.05, true],
  ])('of which %s is left is shown only if that is useful for a reader', async (_, share, isLost) => {
    const bytes = await noisy().jpeg().toBuffer();
    expect((await drawDamaged(bytes.subarray(0, Math.floor(bytes.length * share)), size)).isLost).toBe(isLost);
  });

  test('of which nothing can be decoded is replaced by a placeholder', async () => {
    const bytes = await noisy().webp().toBuffer();
    const { bitmap, isLost } = await drawDamaged(bytes.subarray(0, 200), size);
    expect(isLost).toBe(true);
    expect([...bitmap.pixels.subarray(0, 3)]).toEqual(GREY);
    // The placeholder is drawn without fonts.
    expect(bitmap.pixels.some((value) => value < 0xa0)).toBe(true);
  });
});

describe('an import of damaged pages', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openWorkbench();
  });
  afterAll(() => bench.close());

  async function outcome(path: string): Promise<Outcome> {
    return JSON.parse((await bench.run(path, '--json')).stdout).sources[0];
  }

  async function dryRun(path: string): Promise<Outcome> {
    return JSON.parse((await bench.run(path, '--json', '--dry-run')).stdout).sources[0];
  }

  async function pagesOf(series: string): Promise<{ key: string; source: string; damaged?: true; width: number }[]> {
    const { rows } = await bench.pool.query(
      'select c.pages from catalog.chapter c join catalog.comic b on b.id = c.comic_id where b.title = $1',
      [series],
    );
    return rows[0]?.pages;
  }

  async function write(series: string, second: Buffer): Promise<string> {
    const pictures = [await picture(1), second, await picture(3)];
    return writeCbz(join(bench.folder, series), `${series} 第1话.cbz`, pictures);
  }

  test('keeps their positions and lists them', async () => {
    const path = await write('甲', (await picture(2)).subarray(0, 60));
    const done = await outcome(path);
    expect(done).toMatchObject({ result: 'new', pages: 3, warnings: [expect.stringContaining('「002.png」页已损坏')] });
    expect((await pagesOf('甲')).map((page) => page.damaged)).toEqual([undefined, true, undefined]);
  });

  test('makes the cover from the first undamaged page', async () => {
    const damaged = (await picture(1)).subarray(0, 60);
    const path = await writeCbz(join(bench.folder, '庚'), '庚 第1话.cbz', [damaged, await picture(2)]);
    expect(await outcome(path)).toMatchObject({ result: 'new', pages: 2 });
    const [, whole] = await pagesOf('庚');
    const { rows } = await bench.pool.query('select cover_source from catalog.comic where title = $1', ['庚']);
    const page = await bench.storage.read(whole?.key ?? '');
    expect(rows).toEqual([{ cover_source: createHash('sha256').update(page).digest() }]);
  });

  test('leaves out files that are no pictures, and lists them in the next run too', async () => {
    const path = await write('乙', Buffer.from('<html><body>404 Not Found</body></html>'));
    expect(await outcome(path)).toMatchObject({ pages: 2, warnings: [expect.stringContaining('「002.png」页已跳过')] });
    expect((await pagesOf('乙')).map((page) => page.source)).toEqual(['001.png', '003.png']);
    expect((await outcome(path)).warnings).toEqual([expect.stringContaining('仍有 1 页损坏')]);
  });

  test('reports them again in the next run and changes nothing', async () => {
    const path = await write('丙', (await picture(2)).subarray(0, 60));
    await outcome(path);
    const before = await bench.snapshot();
    const again = await outcome(path);
    expect(again).toMatchObject({ result: 'unchanged', warnings: [expect.stringContaining('仍有 1 页损坏')] });
    expect(await bench.snapshot()).toEqual(before);
  });

  test('tries them again with a new decoder version, and after a timeout', async () => {
    const path = await write('丁', (await picture(2)).subarray(0, 60));
    await outcome(path);
    expect(await dryRun(path)).toMatchObject({ result: 'unchanged' });
    await bench.pool.query('update catalog.chapter set decoders = 0 where damaged_pages > 0');
    const foreseen = { result: 'replaced', warnings: [expect.stringContaining('会再解码一次')] };
    expect(await dryRun(path)).toMatchObject(foreseen);
    expect(await outcome(path)).toMatchObject({ result: 'replaced', pages: 3 });
    expect(await outcome(path)).toMatchObject({ result: 'unchanged' });
  });

  test('is repaired by an undamaged file with the same name', async () => {
    await outcome(await write('戊', (await picture(2)).subarray(0, 60)));
    const path = await write('戊', await picture(2));
    expect(await outcome(path)).toMatchObject({ result: 'replaced', warnings: [] });
    expect(await outcome(path)).toMatchObject({ result: 'unchanged', warnings: [] });
    expect((await pagesOf('戊')).some((page) => page.damaged)).toBe(false);
  });

  test('is refused if no page is undamaged', async () => {
    const path = await writeCbz(join(bench.folder, '己'), '己 第1话.cbz', [
      (await picture(1)).subarray(0, 60),
      (await picture(2)).subarray(0, 60),
    ]);
    expect(await outcome(path)).toMatchObject({ result: 'refused', code: 'bad_image' });
  });
});
