import { stat } from 'node:fs/promises';
import path from 'node:path';
import { samplePictures } from '../../modules/catalog/catalog.ts';
import type { Check } from '../finding.ts';

const CHAPTERS = 50;

/** Whether the pictures of some chapters, picked at random, are in the store. */
export const store: Check = {
  title: '图片',
  isQuick: false,
  async look({ pool, storeDir }) {
    const keys = await samplePictures(pool, CHAPTERS);
    const missing: string[] = [];
    for (const key of keys) if (!(await isThere(path.join(storeDir, key)))) missing.push(key);
    if (missing.length === 0) return [{ state: 'good', found: `抽查了 ${keys.length} 个图片文件，都在` }];
    return [
      {
        state: 'fault',
        found: `抽查的 ${keys.length} 个图片文件里，${storeDir} 缺 ${missing.length} 个，如 ${missing[0]}`,
        advice: '确认 DATA_DIR 是对的、盘都挂上了，再运行 manyu import --verify',
      },
    ];
  },
};

async function isThere(file: string): Promise<boolean> {
  return ((await stat(file).catch(() => null))?.size ?? 0) > 0;
}
