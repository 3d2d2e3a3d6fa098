import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openImageFolder } from '../../../adapters/image-folder.ts';
import { brokenAmong } from '../../../adapters/whole-picture.ts';
import { samplePictures } from '../../../modules/catalog/catalog.ts';
import type { Check } from '../finding.ts';

const CHAPTERS = 50;
/** Pictures that are read completely, about 60 MB. */
const READ = 200;

/** Checks that the pictures of random chapters exist, and that some of them are undamaged. */
export const pictures: Check = {
  title: '图片',
  isQuick: false,
  async look({ pool, imageDir }) {
    const keys = await samplePictures(pool, CHAPTERS);
    const missing: string[] = [];
    for (const key of keys) if (!(await isThere(path.join(imageDir, key)))) missing.push(key);
    const advice = '确认 DATA_DIR 是对的、盘都挂上了，再运行 manyu import --verify';
    if (missing.length > 0)
      return [
        {
          state: 'fault',
          found: `抽查的 ${keys.length} 个图片文件里，${imageDir} 缺 ${missing.length} 个，如 ${missing[0]}`,
          advice,
        },
      ];
    const read = everySo(keys, READ);
    const damaged = await brokenAmong(openImageFolder(imageDir), read);
    if (damaged.length === 0)
      return [{ state: 'good', found: `抽查了 ${keys.length} 个图片文件，都在；读了其中 ${read.length} 个，都完好` }];
    return [
      {
        state: 'fault',
        found: `抽查着读的 ${read.length} 个图片文件里，有 ${damaged.length} 个的内容坏了，如 ${damaged[0]}`,
        advice: `检查 ${imageDir} 所在的盘；manyu import --verify 核对全部，坏了的从备份复制回来，或重新导入`,
      },
    ];
  },
};

/** At most `most` items, evenly spaced. */
function everySo<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, index) => index % step === 0);
}

async function isThere(file: string): Promise<boolean> {
  return ((await stat(file).catch(() => null))?.size ?? 0) > 0;
}
