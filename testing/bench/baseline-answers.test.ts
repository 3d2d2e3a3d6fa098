import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { progress } from '#contract/calls/library';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../app/app.ts';
import { addComic } from '../factories/comics.ts';
import { readComicInfo, readComicRead, readUserInfo } from './baseline-answers.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('the baseline of each call answers as the app does, so that each row of the benchmark runs alone', async () => {
  const token = await site.visitor();
  const hash = createHash('sha256').update(token).digest();
  const { comicId, chapters } = await addComic(site, { chapters: [{ pages: 2 }, { pages: 2 }, { pages: 2 }] });
  const id = chapters[1]?.id ?? 0;
  await site.call(progress, { chapterId: id, page: 1, offset: 0.5, ageMs: 0 }, { token });
  const asSent = (answer: unknown) => JSON.parse(JSON.stringify(answer));
  const answers = [
    [await site.call(userInfo, { token }, { token }), await readUserInfo(site.pool, token, hash)],
    [await site.call(comicInfo, { id: comicId }, { token }), await readComicInfo(site.pool, comicId, hash)],
    [await site.call(comicRead, { id }, { token }), await readComicRead(site.pool, id, hash)],
  ] as const;
  for (const [{ data }, bare] of answers) expect(asSent(bare)).toEqual(asSent(data));
});
