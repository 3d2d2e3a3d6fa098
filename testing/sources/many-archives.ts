import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picture } from './comic-sources.ts';
import { makeZip } from './zip.ts';

/** For tests of size: a number of archives, each with one small page of its own, a hundred for each series. */
export async function writeManyArchives(folder: string, count: number): Promise<void> {
  const page = await picture(1, 16, 24);
  for (let index = 0; index < count; index++) {
    const series = join(folder, `长篇${Math.floor(index / 100)}`);
    if (index % 100 === 0) await mkdir(series, { recursive: true });
    const archive = makeZip([{ name: '1.png', bytes: page }], { comment: `${index}` });
    await writeFile(join(series, `第${(index % 100) + 1}话.cbz`), archive);
  }
}
