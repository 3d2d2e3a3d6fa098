import { mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { discover } from '../../../server/importer/discover/discover.ts';
import { openSource } from '../../../server/importer/read/open-source.ts';
import { temporaryFolder } from '../processes.ts';

/** Enough for a fling of 60,000 CSS pixels on a phone, and for a strip of 300 pieces. */
const PAGES = 300;

export const LONG_CHAPTER = '长话';

/** One chapter of real pages in their order, as a folder to import: a scroll meets nothing but pages. */
export async function makeLongChapter(sources: string[]): Promise<string> {
  const comic = join(temporaryFolder(), LONG_CHAPTER);
  const chapter = join(comic, '第1话');
  mkdirSync(chapter, { recursive: true });
  let count = 0;
  for await (const found of discover(sources)) {
    if (found.kind === 'missed' || count >= PAGES) continue;
    const source = await openSource(found);
    try {
      for (const page of source.pages.slice(0, PAGES - count)) {
        count += 1;
        const name = `${String(count).padStart(4, '0')}${extname(page.name)}`;
        writeFileSync(join(chapter, name), await page.read());
      }
    } finally {
      await source.close();
    }
  }
  return comic;
}
