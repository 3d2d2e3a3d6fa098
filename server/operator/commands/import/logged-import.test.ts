import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import { operatorName } from '../../../core/command-line/launch-environment.ts';

let bench: Workbench;
let seeds = 0;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A folder with two chapters. */
async function series(title: string): Promise<string> {
  const folder = path.join(bench.folder, title);
  for (const no of [1, 2]) await writeCbz(folder, `第${no}话.cbz`, [await picture(seeds++)]);
  return folder;
}

async function logged(title: string) {
  const { rows } = await bench.pool.query(
    `select e.actor, e.after from audit.entry e join catalog.comic c on c.id = e.subject_id
     where e.action = 'import' and e.subject = 'comic' and c.title = $1 order by e.id`,
    [title],
  );
  return rows;
}
const entry = (added: number) => ({ actor: operatorName(), after: { added, replaced: 0 } });

test('an import from a folder is in the log of its comic, and one that changes nothing is not', async () => {
  const folder = await series('夜航');
  expect((await bench.run(folder)).code).toBe(0);
  expect((await bench.run(folder)).code).toBe(0);
  expect(await logged('夜航')).toEqual([entry(2)]);
});

test('when the database is lost, the chapters from before are in the result and in the log', async () => {
  const folder = await series('断线');
  await bench.pool.query(`create function catalog.hinder() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`);
  await bench.pool.query(`create trigger hinder before insert on catalog.chapter for each row when (new.no = 2)
    execute function catalog.hinder()`);
  const { code, stdout, stderr } = await bench.run(folder);
  expect([code, stderr]).toEqual([2, expect.stringContaining('数据库暂时连不上')]);
  expect(stdout).toContain('新增 1 话');
  await bench.pool.query('drop function catalog.hinder cascade');
  expect(await logged('断线')).toEqual([entry(1)]);
  expect((await bench.run(folder)).code).toBe(0);
  expect(await logged('断线')).toEqual([entry(1), entry(1)]);
});

test('the chapters of a killed import are logged by the next one', async () => {
  const [comic] = (await bench.pool.query(`select id from catalog.comic where title = '夜航'`)).rows;
  await bench.pool.query(
    `insert into catalog.imported (path, comic_id, result, actor) values ('/library/夜航/第3话.cbz', $1, 'new', 'library-folder')`,
    [comic.id],
  );
  expect((await bench.run(path.join(bench.folder, '夜航'))).code).toBe(0);
  expect(await logged('夜航')).toEqual([entry(2), { actor: 'library-folder', after: { added: 1, replaced: 0 } }]);
});
