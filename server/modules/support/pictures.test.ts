import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userExport, userLogin } from '#contract/calls/account';
import {
  faq,
  feedback,
  feedbackPicture,
  feedbackSubmit,
  feedbackWithdraw,
  pictureUpload,
} from '#contract/calls/support';
import { MAX_BODY_BYTES } from '#contract/envelope';
import { MAX_PICTURE_BYTES } from '#contract/pictures';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { withPassword } from '../../../testing/factories/readers.ts';
import { runFeedback } from '../../operator/commands/feedback/feedback.ts';
import { readFeedbackArgs } from '../../operator/commands/feedback/feedback-args.ts';

let site: TestApp;
let token: string;
let address = 0;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  address++;
  token = await site.visitor();
});
afterAll(() => site.close());

const as = (of = token) => ({ token: of, remoteAddress: `10.3.${address}.1` });
const upload = (bytes: Buffer, of = token) => site.call(pictureUpload, { image: bytes.toString('base64') }, as(of));
const submit = (pictures: number[], of = token, content = '看图') =>
  site.call(feedbackSubmit, { type: 2, content, pictures }, as(of));
const read = async (of = token) => (await site.call(feedback, {}, as(of))).data?.list ?? [];
const picture = (id: number, of = token) => site.call(feedbackPicture, { id }, as(of));

/** A picture with the words `secret place` beside its pixels. */
function drawn(width = 30, height = 20): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c2185b' } })
    .withExif({ IFD0: { ImageDescription: 'secret place' } })
    .jpeg()
    .toBuffer();
}

async function uploaded(of = token): Promise<number> {
  return (await upload(await drawn(), of)).data?.id ?? 0;
}

test('pictures are re-encoded, and only their reader and the operator can get them', async () => {
  const given = await drawn(2400, 1200);
  expect(given.includes('secret place')).toBe(true);
  const { data } = await upload(given);
  expect(data).toMatchObject({ width: 2000, height: 1000 });
  const id = data?.id ?? 0;
  const { data: sent } = await submit([id]);
  expect(await read()).toMatchObject([{ pictures: [{ id, width: 2000, height: 1000 }] }]);
  const kept = Buffer.from((await picture(id)).data?.image ?? '', 'base64');
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 2000, height: 1000 });
  expect(kept.includes('secret place')).toBe(false);
  expect(await picture(id, await site.visitor())).toMatchObject({ code: 6006 });

  const folder = path.join(await mkdtemp(path.join(scratchRoot(), 'feedback-')), 'new');
  let output = '';
  const out = { write: (text: string) => (output += text) };
  for (const words of [
    ['show', String(sent?.id)],
    ['pictures', String(sent?.id), folder],
  ]) {
    const args = readFeedbackArgs(words, { stdout: out, stderr: out });
    if (typeof args !== 'number') await runFeedback(args, { pool: site.pool, stdout: out, clock: () => new Date() });
  }
  expect(output).toContain('图片：1 张');
  expect(await readdir(folder)).toEqual([`${sent?.id}-1.webp`]);
  expect(await readFile(path.join(folder, `${sent?.id}-1.webp`))).toEqual(kept);
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['text', () => Buffer.from('not a picture at all')],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  [
    'GIF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
  ],
  ['a picture that breaks off', async () => (await drawn(400, 400)).subarray(0, 700)],
])('%s is refused', async (_what, make) => {
  const count = async () => (await site.pool.query('select count(*) as count from support.picture')).rows[0]?.count;
  const before = await count();
  expect(await upload(await make())).toMatchObject({ code: 6005, data: null });
  expect(await count()).toEqual(before);
});

test('a picture that is too long or not base64 is refused before it is decoded', async () => {
  expect(await upload(Buffer.alloc(MAX_PICTURE_BYTES + 3))).toMatchObject({ http: 400, code: 1001 });
  expect(await upload(Buffer.alloc(0))).toMatchObject({ http: 400, code: 1001 });
  expect(await site.call(pictureUpload, { image: '!!' }, as())).toMatchObject({ http: 400, code: 1001 });
  // The largest that may be sent arrives; other calls stay at their limit.
  expect(await upload(Buffer.alloc(MAX_PICTURE_BYTES))).toMatchObject({ http: 200, code: 6005 });
  const long = site.cipher.seal(JSON.stringify({ type: 0, more: 'x'.repeat(MAX_BODY_BYTES) }));
  expect(await site.post(faq.path, long)).toMatchObject({ http: 400, code: 1000 });
});

test('a feedback has at most three pictures, each of them its reader’s own and new', async () => {
  const ids = [await uploaded(), await uploaded(), await uploaded()];
  expect(await submit([...ids, await uploaded()])).toMatchObject({ http: 400, code: 1001 });
  expect(await submit([await uploaded(await site.visitor())])).toMatchObject({ code: 6006 });
  const { data } = await submit(ids);
  // A retry after a lost answer.
  expect((await submit(ids)).data).toEqual(data);
  expect(await read()).toMatchObject([{ pictures: ids.map((id) => ({ id })) }]);
  expect(await submit(ids, token, '另一条')).toMatchObject({ code: 6006 });
  expect(await read()).toHaveLength(1);
});

test('pictures are deleted with withdrawn feedback, and after a day if they were never sent', async () => {
  const sent = await uploaded();
  const { data } = await submit([sent]);
  await site.call(feedbackWithdraw, { id: data?.id ?? 0 }, as());
  expect(await picture(sent)).toMatchObject({ code: 6006 });
  const [unsent, kept] = [await uploaded(), await uploaded()];
  await submit([kept], token, '留着');
  await site.sweep(new Date(Date.now() + 23 * 3600 * 1000));
  expect(await picture(unsent)).toMatchObject({ code: 0 });
  await site.sweep(new Date(Date.now() + 25 * 3600 * 1000));
  expect(await picture(unsent)).toMatchObject({ code: 6006 });
  expect(await picture(kept)).toMatchObject({ code: 0 });
});

test('pictures follow a guest into their account, are exported and are erased with it', async () => {
  const { id: readerId } = await withPassword(site, 'sends_pictures', 'a letter a day');
  const [sent, unsent] = [await uploaded(), await uploaded()];
  await submit([sent]);
  const { data } = await site.call(userLogin, { username: 'sends_pictures', password: 'a letter a day' }, { token });
  const account = data?.token ?? '';
  for (const id of [sent, unsent]) expect(await picture(id, account)).toMatchObject({ code: 0 });
  expect((await site.call(userExport, {}, { token: account })).data).toMatchObject({
    feedbackPictures: [{ id: sent, width: 30, height: 20, image: expect.any(String) }, { id: unsent }],
  });
  await site.pool.query('update account.reader set erases_at = now() where id = $1', [readerId]);
  await site.sweep(new Date(Date.now() + 60_000));
  const { rows } = await site.pool.query('select from support.picture where id = any($1)', [[sent, unsent]]);
  expect(rows).toEqual([]);
});
