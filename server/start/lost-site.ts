import { access, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BadConfig } from '../core/files/bad-config.ts';
import type { Config } from './config.ts';

/** A file that allows one new site in the data folder. deploy/set-up.sh and the image write it. */
const NEW_SITE_FILE = 'new-site';

/** There is no database in the data folder. */
export class NoDatabase extends BadConfig {
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(`数据目录 ${dataDir} 里没有数据库：先看盘挂上了没有，DATA_DIR 对不对。`);
    this.dataDir = dataDir;
  }
}

/**
 * Call it if there is no database, or an empty one. Throws if a site may have been lost: the disk of its data folder
 * is not mounted, or DATA_DIR names another folder. Otherwise a new site would be made silently. In the project folder
 * the first start makes a site. Elsewhere the operator must ask for a new site.
 */
export async function refuseLostSite(config: Config, isNewSite: boolean): Promise<void> {
  const { dataDir, isDefaultDataDir, databaseUrl } = config;
  if (isNewSite || (await isThere(path.join(dataDir, NEW_SITE_FILE)))) return;
  const hasPictures = (await readdir(path.join(dataDir, 'store')).catch(() => [])).length > 0;
  if (isDefaultDataDir && !hasPictures) return;
  const lost = databaseUrl === null ? `数据目录 ${dataDir} 里没有数据库` : 'DATABASE_URL 的库是空的';
  const beside = hasPictures ? `（那里有图片，在 ${path.join(dataDir, 'store')}）` : '';
  throw new BadConfig(
    `${lost}${beside}。用过的站：先看盘挂上了没有，DATA_DIR 与 DATABASE_URL 对不对；要恢复备份，运行 manyu restore <备份的文件夹>。新建一个站：npm start -- --new-site；由 systemd 或容器启动的，先建一个空文件 ${path.join(dataDir, NEW_SITE_FILE)}，再启动。`,
  );
}

/** Call it after a site was made. It removes the permission for another one. */
export async function removeNewSiteFile(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, NEW_SITE_FILE), { force: true });
}

/** Throws if a site with comics has no folder of pictures: its disk is not mounted, or DATA_DIR is wrong. */
export async function refuseLostPictures(imageDir: string): Promise<void> {
  if (await isThere(imageDir)) return;
  throw new BadConfig(
    `库里有漫画，而图片的文件夹 ${imageDir} 不在：先看盘挂上了没有，DATA_DIR 对不对。图片真的没有了，就建一个空的 ${imageDir} 再启动，然后从备份复制回来，或重新导入。`,
  );
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
