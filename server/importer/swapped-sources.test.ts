import { renameSync, symlinkSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { packWith7z } from '../../testing/sources/archives.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';
import { discover } from './discover/discover.ts';
import { readOptions } from './options.ts';
import { importSources, withImportLock } from './run.ts';

/** A library that another user can write to, and a file that only the service can read. */
let bench: Workbench;
let title: string;
let library: string;
let secret: string;
let run = 0;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(() => {
  run++;
  title = `换${String.fromCodePoint(0x4e00 + run)}`;
  library = join(bench.folder, `library-${run}`);
  secret = join(bench.folder, `secret-${run}`);
});

type Moment = 'found' | 'planned' | 'never';

/** Imports the library and calls `swap` at this moment. */
async function importSwapping(moment: Moment, swap: () => void, folder = library) {
  const { pool, imageDir } = bench;
  const { stdout, stderr } = process;
  const clock = () => new Date();
  const options = readOptions([folder], clock());
  if (!options) throw new Error('no options');
  const context = { pool, imageDir, clock, stdout, stderr, isTTY: false };
  const { signal } = new AbortController();
  let isSwapped = false;
  const at = (reached: Moment) => {
    if (reached !== moment || isSwapped) return;
    isSwapped = true;
    swap();
  };
  async function* found() {
    const all = [];
    for await (const source of discover([folder])) all.push(source);
    at('found');
    yield* all;
  }
  const onStart = () => {
    at('planned');
    return { onPage: () => undefined, onChapter: () => undefined };
  };
  return withImportLock(
    context,
    () => undefined,
    signal,
    () => importSources(found(), options, context, signal, onStart),
  );
}

async function published() {
  const { rows } = await bench.pool.query(
    `select b.title, b.description, b.cover_source, c.no, c.source_sha256
      from catalog.comic b left join catalog.chapter c on c.comic_id = b.id where b.title = $1 order by c.no`,
    [title],
  );
  return rows;
}

/** The original is moved out of the library. */
function replaceByLink(path: string, target: string): () => void {
  return () => {
    renameSync(path, `${library}-before`);
    symlinkSync(target, path);
  };
}

async function writePictures(folder: string, ...seeds: number[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, seed] of seeds.entries()) await writeFile(join(folder, `00${index + 1}.png`), await picture(seed));
}

describe.each<Moment>(['found', 'planned'])('after it was %s', (moment) => {
  test('an archive that was replaced by a link is refused', async () => {
    const hidden = await writeCbz(secret, 'hidden.cbz', [await picture(900)]);
    const path = await writeCbz(join(library, title), `${title} 第1话.cbz`, [await picture(1)]);
    const outcomes = await importSwapping(moment, replaceByLink(path, hidden));
    expect(outcomes).toMatchObject([{ result: 'refused' }]);
    expect(await published()).toEqual([]);
  });

  test('an archive that a thread unpacks is refused where it was replaced by a link', async () => {
    await mkdir(join(library, title), { recursive: true });
    await mkdir(secret);
    const path = join(library, title, `${title} 第1话.cb7`);
    await writeFile(path, await packWith7z([{ name: '1.png', bytes: await picture(1) }], '-t7z'));
    await writeFile(
      join(secret, 'hidden.cb7'),
      await packWith7z([{ name: '1.png', bytes: await picture(900) }], '-t7z'),
    );
    const outcomes = await importSwapping(moment, replaceByLink(path, join(secret, 'hidden.cb7')));
    expect(outcomes).toMatchObject([{ result: 'refused' }]);
    expect(await published()).toEqual([]);
  });

  test('a folder of archives that was replaced by a link is refused', async () => {
    await writeCbz(secret, `${title} 第1话.cbz`, [await picture(900)]);
    await writeFile(join(secret, 'series.yaml'), 'description: 私有的简介\n');
    const folder = join(library, title);
    await writeCbz(folder, `${title} 第1话.cbz`, [await picture(1)]);
    await writeFile(join(folder, 'series.yaml'), 'description: 简介\n');
    const outcomes = await importSwapping(moment, replaceByLink(folder, secret));
    expect(outcomes).toMatchObject([{ result: 'refused' }]);
    expect(await published()).toEqual([]);
  });

  test('a folder of pictures that was replaced by a link is refused', async () => {
    await writePictures(secret, 900, 901);
    const folder = join(library, title, '第1话');
    await writePictures(folder, 1, 2);
    const outcomes = await importSwapping(moment, replaceByLink(folder, secret));
    expect(outcomes).toMatchObject([{ result: 'refused' }]);
    expect(await published()).toEqual([]);
  });

  test('a picture that was replaced by a link is not published', async () => {
    await writePictures(secret, 900);
    const folder = join(library, title, '第1话');
    await writePictures(folder, 1, 2);
    const outcomes = await importSwapping(moment, replaceByLink(join(folder, '002.png'), join(secret, '001.png')));
    // Links that exist from the beginning are left out.
    expect(outcomes).toMatchObject([moment === 'found' ? { result: 'new', pages: 1 } : { result: 'refused' }]);
    expect(await published()).toHaveLength(moment === 'found' ? 1 : 0);
  });

  test('a library that was replaced by a link is not read', async () => {
    await writeCbz(join(secret, title), `${title} 第1话.cbz`, [await picture(900)]);
    await writeCbz(join(library, title), `${title} 第1话.cbz`, [await picture(1)]);
    const outcomes = await importSwapping(moment, replaceByLink(library, secret));
    expect(outcomes).toMatchObject([{ result: 'refused' }]);
    expect(await published()).toEqual([]);
  });

  test('an archive that was replaced by another is refused, and imported by the next run', async () => {
    const path = await writeCbz(join(library, title), `${title} 第1话.cbz`, [await picture(1)]);
    const other = await writeCbz(secret, 'other.cbz', [await picture(2), await picture(3)]);
    const swap = () => renameSync(other, path);
    const outcomes = await importSwapping(moment, swap);
    if (moment === 'planned') expect(outcomes).toMatchObject([{ result: 'refused', code: 'changed' }]);
    else expect(outcomes).toMatchObject([{ result: 'new', pages: 2 }]);
    expect(await importSwapping('never', () => undefined)).toMatchObject([
      { result: moment === 'planned' ? 'new' : 'unchanged', pages: 2 },
    ]);
  });

  test('a cover that was replaced by a link is not used', async () => {
    const folder = join(library, title);
    await writeCbz(folder, `${title} 第1话.cbz`, [await picture(1)]);
    await writeFile(join(folder, 'cover.png'), await picture(2));
    await writePictures(secret, 900);
    const swap = replaceByLink(join(folder, 'cover.png'), join(secret, '001.png'));
    const outcomes = await importSwapping(moment, swap);
    const about = expect.arrayContaining([expect.stringContaining('cover.png')]);
    expect(outcomes).toMatchObject([{ result: 'new', warnings: about }]);
    expect(await published()).toHaveLength(1);
  });
});

describe('links that existed before', () => {
  test('a library that is a link is followed', async () => {
    await writeCbz(join(secret, title), `${title} 第1话.cbz`, [await picture(1)]);
    await writeFile(join(secret, title, 'series.yaml'), 'description: 简介\n');
    await symlink(secret, library);
    expect(await importSwapping('never', () => undefined)).toMatchObject([{ result: 'new' }]);
    expect(await published()).toMatchObject([{ description: '简介' }]);
  });

  test('an archive or a picture folder that is a link is followed if the command names it', async () => {
    await mkdir(join(library, title), { recursive: true });
    await symlink(await writeCbz(secret, 'real.cbz', [await picture(1)]), join(library, title, `${title} 第1话.cbz`));
    await writePictures(join(secret, '第2话'), 2);
    await symlink(join(secret, '第2话'), join(library, title, '第2话'));
    for (const name of [`${title} 第1话.cbz`, '第2话'])
      expect(await importSwapping('never', () => undefined, join(library, title, name))).toMatchObject([
        { result: 'new' },
      ]);
    expect(await published()).toHaveLength(2);
  });

  test('links inside a library are not followed', async () => {
    await mkdir(join(library, title), { recursive: true });
    await symlink(await writeCbz(secret, 'real.cbz', [await picture(1)]), join(library, title, `${title} 第1话.cbz`));
    expect(await importSwapping('never', () => undefined)).toMatchObject([{ result: 'refused', code: 'unreadable' }]);
  });
});
