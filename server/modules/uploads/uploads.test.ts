import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  invalidField,
  sessionLost,
  staffForbidden,
  unreadableRequest,
  uploadBusy,
  uploadIncomplete,
  uploadName,
  uploadNoRoom,
  uploadNotFound,
  uploadOffset,
  uploadQuota,
} from '#contract/codes';
import { addKey } from '#contract/console/session';
import { discardUpload, examineUpload, uploads, viewUpload } from '#contract/console/upload';
import { MOST_CHUNK_BYTES } from '#contract/upload-chunks';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { registerFiles, sendChunk, uploadFiles, uploadView } from '../../../testing/factories/uploads.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const GIGABYTE = 1024 ** 3;

let site: TestApp;
let owner: StaffPerson;
let editor: StaffPerson;
let other: StaffPerson;
let support: StaffPerson;
let freeBytes = 1000 * GIGABYTE;
beforeAll(async () => {
  site = await startTestApp({ now: NOW, uploading: { freeBytes: async () => freeBytes, reservedBytes: GIGABYTE } });
  owner = await firstOwner(site, NOW);
  editor = await addPerson(site, owner, 'editor', '小周', NOW);
  other = await addPerson(site, owner, 'editor', '小吴', NOW);
  support = await addPerson(site, owner, 'support', '小郑', NOW);
});
afterAll(() => site.close());

async function register(name: string, bytes: number, { by = editor, upload = '', modifiedAt = 5 } = {}) {
  const { data, code } = await registerFiles(site, by, [{ name, bytes, modifiedAt }], upload || undefined);
  const [file] = data?.files ?? [];
  return { code, upload: data?.upload ?? '', id: file?.id ?? '', received: file?.received };
}
const stored = (upload: string, file: string) => path.join(site.uploadFolder, upload, file);

test('a file is received chunk by chunk, and goes on after its last chunk when it is registered again', async () => {
  const bytes = randomBytes(MOST_CHUNK_BYTES + 500);
  const { upload, id, received } = await register('某书/第1话.cbz', bytes.length);
  expect(received).toBe(0);
  expect(await sendChunk(site, editor, id, 0, bytes.subarray(0, MOST_CHUNK_BYTES))).toMatchObject({
    code: 0,
    received: MOST_CHUNK_BYTES,
  });
  expect(await register('某书/第1话.cbz', bytes.length, { upload })).toMatchObject({ id, received: MOST_CHUNK_BYTES });
  const finish = () => staffCall(site, examineUpload, { id: upload }, { cookie: editor.cookie });
  expect((await finish()).code).toBe(uploadIncomplete);
  await sendChunk(site, editor, id, MOST_CHUNK_BYTES, bytes.subarray(MOST_CHUNK_BYTES));
  expect(readFileSync(stored(upload, id)).equals(bytes)).toBe(true);
  expect((await finish()).code).toBe(0);
  expect((await sendChunk(site, editor, id, bytes.length, Buffer.from('x'))).code).toBe(uploadBusy);
});

test('a chunk that was written but not confirmed when the server was killed is sent and written again', async () => {
  const { upload, id } = await register('断.cbz', 6);
  await sendChunk(site, editor, id, 0, Buffer.from('abc'));
  writeFileSync(stored(upload, id), 'abcXX');
  expect(await sendChunk(site, editor, id, 5, Buffer.from('f'))).toMatchObject({ code: uploadOffset, received: 3 });
  await sendChunk(site, editor, id, 3, Buffer.from('def'));
  expect(readFileSync(stored(upload, id), 'utf8')).toBe('abcdef');
});

test('the same chunk sent twice at once is written once', async () => {
  const { upload, id } = await register('双.cbz', 6);
  const sent = await Promise.all([1, 2, 3].map(() => sendChunk(site, editor, id, 0, Buffer.from('abc'))));
  expect(sent.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, uploadOffset, uploadOffset]);
  expect(readFileSync(stored(upload, id), 'utf8')).toBe('abc');
});

test('another version of a file begins from its start', async () => {
  const { upload, id } = await register('改.cbz', 6);
  await sendChunk(site, editor, id, 0, Buffer.from('abc'));
  expect(await register('改.cbz', 6, { upload, modifiedAt: 6 })).toMatchObject({ id, received: 0 });
});

test('a chunk beyond the end, an empty one and a too large one are refused', async () => {
  const { id } = await register('长.cbz', 3);
  expect((await sendChunk(site, editor, id, 0, Buffer.from('abcd'))).code).toBe(uploadOffset);
  expect((await sendChunk(site, editor, id, 0, Buffer.alloc(0))).http).not.toBe(500);
  expect((await sendChunk(site, editor, id, 0, Buffer.alloc(MOST_CHUNK_BYTES + 1))).http).toBe(413);
  for (const offset of ['-1', '1.5', 'x', '9'.repeat(20)])
    expect((await sendChunk(site, editor, id, offset, Buffer.from('abc'))).code).toBe(unreadableRequest);
});

test('another person has no access to an upload, but an owner has', async () => {
  const { upload, id } = await register('我的.cbz', 6);
  const [byOther, byOwner] = [{ cookie: other.cookie }, { cookie: owner.cookie }];
  expect((await sendChunk(site, other, id, 0, Buffer.from('abc'))).code).toBe(uploadNotFound);
  expect((await register('再加.cbz', 6, { by: other, upload })).code).toBe(uploadNotFound);
  for (const call of [viewUpload, examineUpload, discardUpload])
    expect((await staffCall(site, call, { id: upload }, byOther)).code).toBe(uploadNotFound);
  expect((await staffCall(site, uploads, {}, byOther)).data?.list.map((each) => each.id)).not.toContain(upload);
  expect((await sendChunk(site, owner, id, 0, Buffer.from('abc'))).code).toBe(0);
  expect((await staffCall(site, uploads, {}, byOwner)).data?.list).toContainEqual(
    expect.objectContaining({ id: upload, personName: '小周', isOwn: false, received: 3 }),
  );
});

test('a chunk is accepted only from the page of the console or a key, of a person who may upload', async () => {
  const { id } = await register('谁.cbz', 6);
  const chunk = Buffer.from('abc');
  const denied = async (code: number, headers: Record<string, string | undefined>) =>
    expect(await sendChunk(site, editor, id, 0, chunk, headers)).toMatchObject({ http: 403, code });
  await denied(staffForbidden, { origin: 'https://evil.example' });
  await denied(staffForbidden, { 'sec-fetch-site': 'same-site' });
  await denied(staffForbidden, { origin: undefined });
  await denied(staffForbidden, { host: '192.168.1.9:3000', origin: 'http://192.168.1.9:3000' });
  await denied(sessionLost, { cookie: undefined });
  await denied(sessionLost, { cookie: `manyu-console=${'x'.repeat(43)}` });
  expect(await sendChunk(site, support, id, 0, chunk)).toMatchObject({ http: 403, code: staffForbidden });
  const { data } = await staffCall(site, addKey, { name: '脚本', role: 'editor', days: 1 }, { cookie: editor.cookie });
  const byKey = {
    authorization: `Bearer ${data?.key}`,
    cookie: undefined,
    origin: undefined,
    'sec-fetch-site': undefined,
  };
  expect(await sendChunk(site, editor, id, 0, chunk, byKey)).toMatchObject({ code: 0, received: 3 });
});

test.each([
  '../外面.cbz',
  '/etc/cron.d/x',
  '书/../../x',
  '书\\..\\x.cbz',
  '书//x',
  './x',
  '书/',
  'a\nb.cbz',
  'a\u0085b',
  'x'.repeat(201),
  '字'.repeat(90),
  Array.from({ length: 20 }, () => 'a').join('/'),
])('the name %j is refused', async (name) => {
  expect((await register(name, 3)).code).toBe(uploadName);
});

test.each([
  ['the archive', ['某书/a.cbz', '某书/a.cbz/2.jpg']],
  ['the folder', ['某书/a.cbz/2.jpg', '某书/a.cbz']],
  ['the folder, in other letters', ['某书/A.CBZ/深/2.jpg', '某书/a.cbz']],
])('a name that is a file and a folder is refused, with %s first or both at once', async (_what, [first, second]) => {
  const [one, other] = [first, second].map((name = '') => ({ name, bytes: 3, modifiedAt: 5 }));
  if (!one || !other) throw new Error('two names');
  const both = await registerFiles(site, editor, [one, other]);
  expect(both).toMatchObject({ code: uploadName, message: expect.stringMatching(/a\.cbz.*分两次上传/i) });
  const { upload } = await register(one.name, 3);
  expect((await registerFiles(site, editor, [other], upload)).code).toBe(uploadName);
  expect((await uploadView(site, editor, upload)).files).toBe(1);
});

test('half a character and a NUL in a name are refused', async () => {
  expect([uploadName, invalidField, unreadableRequest]).toContain((await register('\ud800.cbz', 3)).code);
  expect([uploadName, invalidField, unreadableRequest]).toContain((await register('a\0b', 3)).code);
});

test('a name is no path: the file lies under its id, and an odd id is no file', async () => {
  const { upload, id } = await register('书/第2话.cbz', 3);
  await sendChunk(site, editor, id, 0, Buffer.from('abc'));
  expect(existsSync(stored(upload, id))).toBe(true);
  for (const odd of ['..%2F..%2Fetc', `${id}x`, id.slice(1), `${id.slice(0, 20)}%2e%2e`, `${upload}`])
    expect([404, 200]).toContain((await sendChunk(site, editor, odd, 0, Buffer.from('abc'))).http);
  expect((await sendChunk(site, editor, upload, 0, Buffer.from('abc'))).code).toBe(uploadNotFound);
  expect((await register('书/第3话.cbz', 3, { upload: '../../../../../../etc' })).code).toBe(invalidField);
});

test('a link where a file should be is not followed', async () => {
  const { upload, id } = await register('链.cbz', 3);
  const target = path.join(site.uploadFolder, 'target');
  mkdirSync(path.join(site.uploadFolder, upload), { recursive: true });
  symlinkSync(target, stored(upload, id));
  expect((await sendChunk(site, editor, id, 0, Buffer.from('abc'))).http).toBe(500);
  expect(existsSync(target)).toBe(false);
});

test('names that some disks do not distinguish are one file', async () => {
  const { upload, id } = await register('书/CH1.cbz', 6);
  expect(await register('书/ch1.CBZ', 6, { upload })).toMatchObject({ id });
});

test('the uploads of a person have a limit in bytes, and the disk keeps its reserve', async () => {
  expect((await register('太大.cbz', 101 * GIGABYTE)).code).toBe(uploadQuota);
  const { upload, id } = await register('多.cbz', 60 * GIGABYTE);
  expect((await register('再多.cbz', 60 * GIGABYTE)).code).toBe(uploadQuota);
  expect((await register('再多.cbz', 60 * GIGABYTE, { by: other })).code).toBe(0);
  // The space of files that others have announced is reserved.
  freeBytes = 125 * GIGABYTE;
  expect((await register('更多.cbz', 5 * GIGABYTE, { by: other })).code).toBe(uploadNoRoom);
  freeBytes = GIGABYTE;
  expect((await sendChunk(site, editor, id, 0, Buffer.from('abc'))).code).toBe(uploadNoRoom);
  freeBytes = 1000 * GIGABYTE;
  await staffCall(site, discardUpload, { id: upload }, { cookie: editor.cookie });
});

test('each call that adds files leaves one entry with their number, and the same files again leave none', async () => {
  const { upload } = await register('书/第1话.cbz', 6);
  const two = ['书/第2话.cbz', '书/第3话.cbz'].map((name) => ({ name, bytes: 6, modifiedAt: 5 }));
  await registerFiles(site, owner, two, upload);
  await registerFiles(site, editor, two, upload);
  await register('书/第1话.cbz', 7, { upload });
  const { rows } = await site.pool.query(
    `select action, actor, after - 'upload' as after from audit.entry where after ->> 'upload' = $1 order by id`,
    [upload],
  );
  expect(rows).toEqual([
    {
      action: 'upload',
      actor: `staff:${editor.id}`,
      after: { files: 1, bytes: 6, first_file: '书/第1话.cbz' },
    },
    {
      action: 'upload-add',
      actor: `staff:${owner.id}`,
      after: { files: 2, bytes: 12, first_file: '书/第2话.cbz' },
    },
    {
      action: 'upload-add',
      actor: `staff:${editor.id}`,
      after: { files: 1, bytes: 7, first_file: '书/第1话.cbz' },
    },
  ]);
});

test('a discarded upload is gone with its files', async () => {
  const upload = await uploadFiles(site, editor, { '弃.cbz': Buffer.from('abc') });
  expect(existsSync(path.join(site.uploadFolder, upload))).toBe(true);
  await staffCall(site, discardUpload, { id: upload }, { cookie: editor.cookie });
  expect(existsSync(path.join(site.uploadFolder, upload))).toBe(false);
  expect((await staffCall(site, viewUpload, { id: upload }, { cookie: editor.cookie })).code).toBe(uploadNotFound);
  const { rows } = await site.pool.query(`select action from audit.entry where after ->> 'upload' = $1 order by id`, [
    upload,
  ]);
  expect(rows).toEqual([{ action: 'upload' }, { action: 'upload-discard' }]);
});

test('the files of an import whose process was killed before it deleted them are deleted', async () => {
  const upload = await uploadFiles(site, editor, { '做完.cbz': Buffer.from('abc') });
  await site.pool.query("update uploads.upload set state = 'done' where id = $1", [upload]);
  await site.sweep(NOW);
  expect(existsSync(path.join(site.uploadFolder, upload))).toBe(false);
  expect(await uploadView(site, editor, upload)).toMatchObject({ state: 'done' });
});

test('an upload that was not continued for a week is deleted, and so are files without an upload', async () => {
  const upload = await uploadFiles(site, editor, { '忘.cbz': Buffer.from('abc') });
  const orphan = path.join(site.uploadFolder, randomBytes(16).toString('base64url'));
  mkdirSync(orphan);
  await site.sweep(new Date(NOW.getTime() + 6 * DAY_MS));
  expect([existsSync(path.join(site.uploadFolder, upload)), existsSync(orphan)]).toEqual([true, false]);
  await site.sweep(new Date(NOW.getTime() + 8 * DAY_MS));
  expect(existsSync(path.join(site.uploadFolder, upload))).toBe(false);
});
