import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadBusy, uploadChanged } from '#contract/codes';
import { comicList } from '#contract/console/comics';
import { discardUpload, editUpload, examineUpload, importUpload } from '#contract/console/upload';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { uploadFiles, uploadView, workOffUploads } from '../../../testing/factories/uploads.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let editor: StaffPerson;
let seeds = 0;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  editor = await addPerson(site, await firstOwner(site, NOW), 'editor', '小周', NOW);
});
afterAll(() => site.close());

const by = () => ({ cookie: editor.cookie });
const view = (id: string) => uploadView(site, editor, id);

async function archive(comicInfo?: string): Promise<Buffer> {
  const folder = path.join(site.imageDir, '..', `${path.basename(site.imageDir)}-uploads`, 'made');
  return readFileSync(await writeCbz(folder, 'x.cbz', [await picture(seeds++), await picture(seeds++)], comicInfo));
}

/** Uploads and makes the dry run; returns the id and the number of the plan. */
async function examined(files: Record<string, Buffer>) {
  const id = await uploadFiles(site, editor, files);
  expect((await staffCall(site, examineUpload, { id }, by())).code).toBe(0);
  await workOffUploads(site);
  return { id, planNo: (await view(id)).planNo };
}

async function chapters(title: string) {
  const { rows } = await site.pool.query(
    `select c.no, c.title, c.source_name, c.online, b.online as comic_online, c.published_at
     from catalog.chapter c join catalog.comic b on b.id = c.comic_id where b.title = $1 order by no`,
    [title],
  );
  return rows;
}

test('an uploaded folder is planned, imported, and removed from the disk', async () => {
  const { id, planNo } = await examined({ '夜航/第1话.cbz': await archive(), '夜航/第2话 灯塔.cbz': await archive() });
  const plan = await view(id);
  expect(plan).toMatchObject({ state: 'ready', failure: null, comics: [] });
  expect(plan.sources).toMatchObject([
    { path: '夜航/第1话.cbz', series: '夜航', seriesFrom: '文件夹', no: 1, pages: 2, result: 'new', reason: null },
    { path: '夜航/第2话 灯塔.cbz', no: 2 },
  ]);
  expect(await chapters('夜航')).toEqual([]);
  expect((await staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, by())).code).toBe(0);
  expect((await staffCall(site, discardUpload, { id }, by())).code).toBe(uploadBusy);
  await workOffUploads(site);
  const done = await view(id);
  expect(done).toMatchObject({ state: 'done', comics: [{ title: '夜航' }], progress: null });
  expect(await chapters('夜航')).toMatchObject([
    { no: 1, source_name: '夜航/第1话.cbz', online: true, comic_online: true },
    { no: 2, title: '灯塔' },
  ]);
  expect(existsSync(path.join(site.uploadFolder, id))).toBe(false);
  const { rows } = await site.pool.query(
    `select action, actor, after from audit.entry where subject = 'comic' order by id`,
  );
  expect(rows).toEqual([
    { action: 'import', actor: `staff:${editor.id}`, after: { upload: id, added: 2, replaced: 0 } },
  ]);
});

test('a file that can’t be read says why, and the others are imported', async () => {
  const { id, planNo } = await examined({ '坏书/第1话.cbz': Buffer.from('no zip'), '坏书/第2话.cbz': await archive() });
  await staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, by());
  await workOffUploads(site);
  const { sources } = await view(id);
  const refused = sources.find(({ result }) => result === 'refused');
  expect(refused).toMatchObject({ path: '坏书/第1话.cbz', reason: expect.stringMatching(/[一-龥]/) });
  expect(JSON.stringify(sources)).not.toContain(site.uploadFolder);
  expect(await chapters('坏书')).toMatchObject([{ no: 2 }]);
});

test('half a character in a corrected title is stored as an unknown one', async () => {
  const { id, planNo } = await examined({ 'abc/x.cbz': await archive() });
  const changes = [{ what: 'source' as const, path: 'abc/x.cbz', title: '番外\ud83d' }];
  expect((await staffCall(site, editUpload, { id, planNo, changes }, by())).code).toBe(0);
  expect((await view(id)).edits).toEqual([{ path: 'abc/x.cbz', title: '番外\ufffd' }]);
  await workOffUploads(site);
});

test('title, number and chapter title can be corrected and files left out before the import', async () => {
  const { id, planNo } = await examined({
    'abc/x.cbz': await archive(),
    'abc/y.cbz': await archive(),
    'abc/广告.cbz': await archive(),
  });
  const changes = [
    { what: 'series' as const, from: 'abc', to: '改过的书' },
    { what: 'source' as const, path: 'abc/y.cbz', series: '改过的书', no: 12.5, title: '番外' },
    { what: 'source' as const, path: 'abc/广告.cbz', isOut: true },
  ];
  expect((await staffCall(site, editUpload, { id, planNo: planNo - 1, changes }, by())).code).toBe(uploadChanged);
  expect((await staffCall(site, editUpload, { id, planNo, changes }, by())).code).toBe(0);
  await workOffUploads(site);
  const edited = await view(id);
  expect(edited.sources.map(({ path: name, series, no }) => [name, series, no])).toEqual([
    ['abc/y.cbz', '改过的书', 12.5],
    ['abc/x.cbz', '改过的书', expect.any(Number)],
  ]);
  expect((await staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, by())).code).toBe(
    uploadChanged,
  );
  await staffCall(site, importUpload, { id, planNo: edited.planNo, publish: { when: 'now' } }, by());
  await workOffUploads(site);
  expect((await chapters('改过的书')).map(({ no, title }) => [no, title])).toContainEqual([12.5, '番外']);
  expect(await chapters('改过的书')).toHaveLength(2);
  expect(await chapters('abc')).toEqual([]);
});

test('the dry run shows each title with the others that the files give, and what an editor writes counts most', async () => {
  const info = '<Title>远方的灯塔</Title>';
  const series = 'chapters:\n  2: { title: 归航 }\n';
  const { id, planNo } = await examined({
    '有名/series.yaml': Buffer.from(series),
    '有名/第1话 启程.cbz': await archive(info),
    '有名/第2话 回来.cbz': await archive(),
  });
  const titlesOf = async () => (await view(id)).sources.map(({ no, title, titles }) => [no, title, titles]);
  const one = [
    { title: '远方的灯塔', from: '文件里的资料' },
    { title: '启程', from: '文件名' },
  ];
  const two = [
    { title: '归航', from: 'series.yaml' },
    { title: '回来', from: '文件名' },
  ];
  expect(await titlesOf()).toEqual([
    [1, '远方的灯塔', one],
    [2, '归航', two],
  ]);
  const changes = [
    { what: 'source' as const, path: '有名/第1话 启程.cbz', title: '' },
    { what: 'source' as const, path: '有名/第2话 回来.cbz', title: '重逢' },
  ];
  await staffCall(site, editUpload, { id, planNo, changes }, by());
  await workOffUploads(site);
  const edited = await view(id);
  expect(await titlesOf()).toEqual([
    [1, '', one],
    [2, '重逢', two],
  ]);
  await staffCall(site, importUpload, { id, planNo: edited.planNo, publish: { when: 'now' } }, by());
  await workOffUploads(site);
  expect((await chapters('有名')).map(({ no, title }) => [no, title])).toEqual([
    [1, ''],
    [2, '重逢'],
  ]);
});

test('chapters can be published at a time', async () => {
  const at = '2026-12-24T12:00:00.000Z';
  const { id, planNo } = await examined({ '定时/第1话.cbz': await archive() });
  await staffCall(site, importUpload, { id, planNo, publish: { when: 'at', at } }, by());
  await workOffUploads(site);
  expect(await chapters('定时')).toMatchObject([{ published_at: new Date(at) }]);
});

test('chapters can be kept offline: with their comic if it is new, alone if readers see the comic', async () => {
  const publish = async (name: string, when: 'now' | 'offline', file?: Buffer) => {
    const { id, planNo } = await examined({ [name]: file ?? (await archive()) });
    await staffCall(site, importUpload, { id, planNo, publish: { when } }, by());
    await workOffUploads(site);
  };
  await publish('新书/第1话.cbz', 'offline');
  await publish('新书/第2话.cbz', 'offline');
  expect(await chapters('新书')).toMatchObject([
    { comic_online: false, online: true },
    { no: 2, online: true },
  ]);
  await publish('旧书/第1话.cbz', 'now');
  await publish('旧书/第2话.cbz', 'offline');
  expect(await chapters('旧书')).toMatchObject([
    { comic_online: true, online: true },
    { no: 2, online: false },
  ]);
  const found = async (issue: 'draft' | 'refused') =>
    (await staffCall(site, comicList, { issue }, by())).data?.list.map(({ title }) => title);
  expect(await found('draft')).toEqual(['旧书']);
  expect(await found('refused')).not.toContain('旧书');
  await publish('旧书/第3话.cbz', 'now', Buffer.from('no archive'));
  expect(await found('refused')).toContain('旧书');
});

test('an import that was stopped goes on with the next process', async () => {
  const { id, planNo } = await examined({ '中断/第1话.cbz': await archive(), '中断/第2话.cbz': await archive() });
  await staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, by());
  const stop = new AbortController();
  await workOffUploads(site, { stop, onArranged: () => stop.abort() });
  expect((await view(id)).state).toBe('importing');
  expect(await chapters('中断')).toEqual([]);
  await workOffUploads(site);
  expect(await view(id)).toMatchObject({ state: 'done', sources: [{ result: 'new' }, { result: 'new' }] });
  expect(await chapters('中断')).toHaveLength(2);
});

test('the result and the log of an import that was stopped between two chapters count the chapters of both runs', async () => {
  const names = [1, 2, 3].map((no) => `半途/第${no}话.cbz`);
  const archives = await Promise.all(names.map(async (name) => [name, await archive()] as const));
  const { id, planNo } = await examined(Object.fromEntries(archives));
  await staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, by());
  // The second chapter waits for a lock until the import is stopped.
  await site.pool.query(`create function catalog.hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(42); return new; end'`);
  await site.pool.query(`create trigger hold before insert on catalog.chapter for each row when (new.no = 2)
    execute function catalog.hold()`);
  const holder = await site.pool.connect();
  await holder.query('select pg_advisory_lock(42)');
  const stop = new AbortController();
  const stopped = workOffUploads(site, { stop });
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = 42 and not granted`;
  await expect.poll(async () => (await site.pool.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
  stop.abort();
  await holder.query('select pg_advisory_unlock(42)');
  holder.release();
  await stopped;
  await site.pool.query('drop function catalog.hold cascade');
  expect((await chapters('半途')).length).toBeLessThan(3);
  await workOffUploads(site);
  expect(await view(id)).toMatchObject({
    state: 'done',
    sources: [{ result: 'new' }, { result: 'new' }, { result: 'new' }],
  });
  const { rows } = await site.pool.query(
    `select after from audit.entry where action = 'import' and after ->> 'upload' = $1`,
    [id],
  );
  expect(rows).toEqual([{ after: { upload: id, added: 3, replaced: 0 } }]);
});

test('a file that ends the process each time fails after some tries', async () => {
  const { id, planNo } = await examined({ '致命/第1话.cbz': await archive() });
  await staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, by());
  await site.pool.query('update uploads.upload set tries = 3 where id = $1', [id]);
  await workOffUploads(site);
  expect(await view(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('中途退出') });
  // The files are still there: it can be tried again.
  expect(readdirSync(path.join(site.uploadFolder, id))).toEqual(['import']);
  expect((await staffCall(site, examineUpload, { id }, by())).code).toBe(0);
});
