import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { comicUndo } from '#contract/console/comics';
import { comicHistory } from '#contract/console/comics-history';
import { examineUpload, importUpload } from '#contract/console/upload';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { uploadFiles, uploadView, workOffUploads } from '../../../testing/factories/uploads.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const FULL = { places: ['/'], leastBytes: Number.MAX_SAFE_INTEGER };

let site: TestApp;
let editor: StaffPerson;
let seeds = 0;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  editor = await addPerson(site, await firstOwner(site, NOW), 'editor', '小周', NOW);
});
afterAll(() => site.close());
afterEach(() => site.pool.query('drop function if exists catalog.hinder cascade'));

const view = (id: string) => uploadView(site, editor, id);

/** Makes a statement of the database fail or wait. */
async function hinder(event: string, condition: string, work: string): Promise<void> {
  await site.pool.query(
    `create function catalog.hinder() returns trigger language plpgsql as 'begin ${work}; return coalesce(new, old); end'`,
  );
  await site.pool.query(
    `create trigger hinder before ${event} for each row when (${condition}) execute function catalog.hinder()`,
  );
}

async function confirm(id: string): Promise<void> {
  await staffCall(site, examineUpload, { id }, editor);
  await workOffUploads(site);
  const { planNo } = await view(id);
  const { code } = await staffCall(site, importUpload, { id, planNo, publish: { when: 'now' } }, editor);
  expect(code).toBe(0);
}

/** Uploads three chapters and confirms their import. */
async function confirmed(series: string): Promise<string> {
  const folder = path.join(site.imageDir, '..', `${path.basename(site.imageDir)}-uploads`, 'made');
  const files: Record<string, Buffer> = {};
  for (const no of [1, 2, 3])
    files[`${series}/第${no}话.cbz`] = readFileSync(await writeCbz(folder, 'x.cbz', [await picture(seeds++)]));
  const id = await uploadFiles(site, editor, files);
  await confirm(id);
  return id;
}

/** Begins the import and stops it between the first and the second chapter. */
async function stopAfterFirst(): Promise<void> {
  await hinder('insert on catalog.chapter', 'new.no = 2', 'perform pg_advisory_xact_lock(42)');
  const holder = await site.pool.connect();
  await holder.query('select pg_advisory_lock(42)');
  const stop = new AbortController();
  const stopped = workOffUploads(site, { stop });
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = 42 and not granted`;
  await expect.poll(async () => (await site.pool.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
  stop.abort();
  await holder.query('select pg_cancel_backend(pid) from pg_locks where objid = 42 and not granted');
  await holder.query('select pg_advisory_unlock(42)');
  holder.release();
  await stopped;
  await site.pool.query('drop function catalog.hinder cascade');
}

async function logged(id: string) {
  const { rows } = await site.pool.query(
    `select actor, after - 'upload' as counts from audit.entry where action = 'import' and after ->> 'upload' = $1 order by id`,
    [id],
  );
  return rows;
}
const entry = (added: number) => ({ actor: `staff:${editor.id}`, counts: { added, replaced: 0 } });

test('an import that stops because the disk is full lists and logs its published chapters, and the next import the other ones', async () => {
  const id = await confirmed('满盘');
  await stopAfterFirst();
  await workOffUploads(site, { room: FULL });
  const failed = await view(id);
  expect(failed).toMatchObject({ state: 'failed', failure: expect.stringContaining('磁盘空间不足') });
  expect(failed.sources).toMatchObject([{ path: '满盘/第1话.cbz', no: 1, result: 'new' }]);
  expect(failed.comics).toMatchObject([{ title: '满盘' }]);
  expect(await logged(id)).toEqual([entry(1)]);
  await confirm(id);
  await workOffUploads(site);
  expect(await view(id)).toMatchObject({
    state: 'done',
    sources: [{ no: 1, result: 'unchanged' }, { result: 'new' }, { result: 'new' }],
  });
  expect(await logged(id)).toEqual([entry(1), entry(2)]);
});

test('an import whose process ends each time lists and logs the chapters that it has published', async () => {
  const id = await confirmed('致命');
  await stopAfterFirst();
  await site.pool.query('update uploads.upload set tries = 3 where id = $1', [id]);
  await workOffUploads(site);
  expect(await view(id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('中途退出'),
    sources: [{ no: 1, result: 'new' }],
  });
  expect(await logged(id)).toEqual([entry(1)]);
});

test('a chapter counts as imported when only the removal of old files has failed', async () => {
  const id = await confirmed('清扫');
  await hinder('delete on catalog.store_intent', 'true', "raise exception ''no removal''");
  await workOffUploads(site);
  const { state, sources } = await view(id);
  expect(state).toBe('done');
  expect(sources).toMatchObject([{ result: 'new' }, { result: 'new' }, { result: 'new' }]);
  expect(sources[0]?.warnings).toContain('多余的旧文件没有删掉，下一次导入时再删');
  expect(await logged(id)).toEqual([entry(3)]);
});

test('a dry run that fails does not show the plan of an earlier one as a result', async () => {
  const id = await confirmed('预演');
  await workOffUploads(site, { room: FULL });
  await staffCall(site, examineUpload, { id }, editor);
  await site.pool.query('update uploads.upload set tries = 3 where id = $1', [id]);
  await workOffUploads(site);
  expect(await view(id)).toMatchObject({ state: 'failed', sources: [], comics: [] });
});

test('an import in the history can’t be undone', async () => {
  const { rows } = await site.pool.query(
    `select id, subject_id as "comicId" from audit.entry where action = 'import' order by id desc limit 1`,
  );
  const [{ id, comicId }] = rows;
  const { data } = await staffCall(site, comicHistory, { id: comicId, size: 50 }, editor);
  expect(data?.list).toMatchObject([{ action: 'import', canUndo: false }]);
  const { message } = await staffCall(site, comicUndo, { entries: [id] }, editor);
  expect(message).toContain('导入不能撤回');
});
