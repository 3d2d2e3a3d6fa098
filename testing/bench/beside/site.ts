import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { hashOf } from '../../../server/adapters/image-folder.ts';
import { openPool } from '../../../server/core/db/db.ts';
import { createCipher } from '../../../server/core/dispatch/cipher.ts';
import { createLog } from '../../../server/core/log/log.ts';
import { readConfig } from '../../../server/start/config.ts';
import type { LoadRequest } from '../loader.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { type RunningApp, startApp } from '../running-app.ts';
import { fill, sizesOf } from '../scale/fill.ts';
import { tokenOf } from '../scale/readers.ts';

const PICTURE_BYTES = 200_000;
const PICTURES_A_CHAPTER = 20;
/** The popular comics. */
const POPULAR = 100;
/** Readers have addresses in X-Forwarded-For, as behind a proxy. */
const PROXIED = { TRUST_PROXY: '127.0.0.1' };
/** Process priorities. Low-priority processes yield to the site. */
const PRIORITIES = { site: 0, readers: -19 };

/** A site with readers on all cores, which the measured process shares. */
export type BusySite = {
  app: RunningApp;
  dataDir: string;
  /** The next request of the readers: a mix of calls and pictures. */
  next(turn: number): LoadRequest;
  close(): Promise<void>;
};

export type BusySiteOptions = {
  /** Part of the full size of the large site. */
  share: number;
  pictures: number;
  env?: Record<string, string>;
  preloads?: readonly string[];
};

export async function openBusySite({ share, pictures, env, preloads }: BusySiteOptions): Promise<BusySite> {
  prioritise(PRIORITIES.site);
  const dataDir = temporaryFolder();
  const common = { dataDir, script: 'server/main.ts', core: null };
  const filling = await startApp(common);
  const pool = openPool(filling.connection, createLog('warn'));
  await fill(pool, sizesOf(share)).finally(() => pool.end());
  await filling.stop();
  const keys = addPictures(join(dataDir, 'store'), pictures);
  const app = await startApp({ ...common, preloads, env: { ...PROXIED, ...env } });
  // High priority for the readers of this process, so that their times are exact.
  prioritise(PRIORITIES.readers);
  const next = mixOf(app.url, { readers: sizesOf(share).readers, keys, chapters: await chaptersOf(app.connection) });
  return {
    app,
    dataDir,
    next,
    async close() {
      await app.stop();
      removeFolder(dataDir);
    },
  };
}

/** Random bytes: like pictures, they can't be compressed. */
function addPictures(imageDir: string, count: number): string[] {
  const keys: string[] = [];
  for (let made = 0, folder = ''; made < count; made++) {
    if (made % PICTURES_A_CHAPTER === 0) folder = `open/${randomBytes(16).toString('hex')}`;
    const picture = randomBytes(PICTURE_BYTES);
    const key = `${folder}/${hashOf(picture)}.bin`;
    const file = join(imageDir, key);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat([Buffer.alloc(2), picture]));
    keys.push(key);
  }
  return keys;
}

/** Sets the priority of this process and its children. */
function prioritise(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // Only root may do this. Without it, both response times are longer.
  }
}

/** The free first chapters of comics for all ages. */
async function chaptersOf(connection: pg.PoolConfig): Promise<{ id: number; comicId: number }[]> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  const { rows } = await pool
    .query<{ id: number; comicId: number }>(
      `select h.id::int as id, c.id::int as "comicId" from catalog.comic c
       join catalog.chapter h on h.comic_id = c.id and h.no = 1 and h.published_at < now()
       where c.online and c.age_rating = 'all' order by c.id limit $1`,
      [POPULAR],
    )
    .finally(() => pool.end());
  return rows;
}

type Content = { readers: number; keys: readonly string[]; chapters: readonly { id: number; comicId: number }[] };

function mixOf(url: string, { readers, keys, chapters }: Content): (turn: number) => LoadRequest {
  const { cipher: secret } = readConfig(process.env);
  const cipher = createCipher(secret.key, secret.iv);
  const call = (reader: number, path: string, payload?: object): LoadRequest => ({
    url: `${url}/api/${path}`,
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      authorization: `Bearer ${tokenOf(reader)}`,
      'x-forwarded-for': `10.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}`,
    },
    body: payload === undefined ? '' : cipher.seal(JSON.stringify(payload)),
  });
  return (turn) => {
    const visit = Math.floor(turn / 5);
    const reader = 2 + ((visit * 7919) % (readers - 2));
    const { id, comicId } = chapters[visit % chapters.length] ?? { id: 0, comicId: 0 };
    const kinds = [
      () => call(reader, 'home'),
      () => call(reader, 'comic/info', { id: comicId }),
      () => call(reader, 'comic/read', { id }),
      () => call(reader, 'my/progress', { chapterId: id, page: 1, offset: 0.5, ageMs: 0 }),
      () => pictureOf(url, keys[(visit * 7919) % keys.length] ?? ''),
    ];
    return (kinds[turn % kinds.length] ?? kinds[0])?.() ?? call(reader, 'home');
  };
}

function pictureOf(url: string, key: string): LoadRequest {
  return { url: `${url}/img/${key}`, method: 'GET', headers: { 'x-requested-with': 'XMLHttpRequest' }, body: '' };
}
