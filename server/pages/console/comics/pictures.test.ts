import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicInfo } from '#contract/calls/comic';
import { chapterNotFound, invalidField, pictureUnusable, uploadNotFound } from '#contract/codes';
import { comicPicture } from '#contract/console/comic-pictures';
import { comicGet, comicUndo } from '#contract/console/comics';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { newVisitor } from '../../../../testing/factories/readers.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';
import { uploadPicture } from '../../../../testing/factories/uploads.ts';

let site: TestApp;
let editor: StaffPerson;
beforeAll(async () => {
  site = await startTestApp();
  const now = new Date();
  editor = await addPerson(site, await firstOwner(site, now), 'editor', '小周', now);
});
afterAll(() => site.close());

type Picture = InputOf<typeof comicPicture>['picture'];
const set = (id: number, use: 'cover' | 'wide', picture: Picture) =>
  staffCall(site, comicPicture, { id, use, picture }, { cookie: editor.cookie });
const get = async (id: number) => (await staffCall(site, comicGet, { id }, { cookie: editor.cookie })).data;
const undo = (entries: number[] = []) => staffCall(site, comicUndo, { entries }, { cookie: editor.cookie });

/** 900 × 1200: red on the left, blue on the right. */
async function halves(): Promise<Picture> {
  const right = { create: { width: 450, height: 1200, channels: 3 as const, background: '#0000ff' } };
  const bytes = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#ff0000' } })
    .composite([{ input: await sharp(right).png().toBuffer(), left: 450, top: 0 }])
    .png()
    .toBuffer();
  const file = await uploadPicture(site, { cookie: editor.cookie }, 'halves.png', bytes);
  return { from: { what: 'file', file }, crop: { x: 0.5, y: 0, width: 0.5, height: 0.5 } };
}

/** The colour in the middle of a stored picture. */
async function colourOf(url: string): Promise<number[]> {
  const stored = await readFile(path.join(site.imageDir, url.replace('/img/', '')));
  const { data, info } = await sharp(stored.subarray(2)).raw().toBuffer({ resolveWithObject: true });
  const at = 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 16) * 16);
}

test('a cover is the chosen part of a file in all its widths, is kept from imports, and is undone', async () => {
  const { comicId: id } = await addComic(site);
  const before = await get(id);
  const { data } = await set(id, 'cover', await halves());
  const after = await get(id);
  expect(after).toMatchObject({
    byHand: ['cover'],
    cover: { width: 450, height: 600, variants: [{ width: 240 }, { width: 450 }] },
  });
  const [blue] = [await colourOf(after?.cover?.url ?? '')];
  expect(blue?.[0]).toBeLessThan(32);
  expect(blue?.[2]).toBeGreaterThan(224);
  await undo(data?.entries);
  expect(await get(id)).toEqual(before);
  // The cover that was undone can be brought back.
  expect(await colourOf(after?.cover?.url ?? '')).toEqual(blue);
});

test('two requests with one file at the same time are no fault: the later one finds no file, or uses it too', async () => {
  const { comicId: id } = await addComic(site);
  const picture = await halves();
  const answers = await Promise.all([set(id, 'cover', picture), set(id, 'cover', picture)]);
  const codes = answers.map(({ code }) => code);
  expect(codes).toContain(0);
  for (const code of codes) expect([0, uploadNotFound]).toContain(code);
});

test('a wide picture is shown to readers, and taken away again', async () => {
  const { comicId: id } = await addComic(site);
  const { comicId: other, chapters } = await addComic(site);
  const wide = { ...(await halves()), crop: { x: 0, y: 0, width: 1, height: 0.375 } } as Picture;
  expect((await set(id, 'wide', wide)).code).toBe(0);
  await site.caughtUp();
  const token = await newVisitor(site);
  const shown = async () => (await site.call(comicInfo, { id }, { token })).data?.wide;
  expect(await shown()).toMatchObject({ width: 900, height: 450, variants: [{ width: 480 }, { width: 900 }] });
  expect((await get(id))?.byHand).toEqual([]);
  await set(id, 'wide', null);
  await site.caughtUp();
  expect(await shown()).toBeNull();
  expect((await set(id, 'cover', null)).code).toBe(invalidField);

  const page = { what: 'page', chapterId: chapters[0]?.id ?? 0, page: 0 } as const;
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  expect((await set(id, 'cover', { from: page, crop: whole })).code).toBe(chapterNotFound);
  // The pages of this comic have one pixel.
  expect(await set(other, 'cover', { from: page, crop: whole })).toMatchObject({
    code: pictureUnusable,
    message: expect.stringContaining('太小'),
  });
});
