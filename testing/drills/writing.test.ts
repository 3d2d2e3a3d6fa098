import { expect, test } from 'vitest';
import type { Call, InputOf } from '#contract/call';
import { addFavoriteBatch } from '#contract/calls/library';
import { startTestApp } from '../app/app.ts';
import { addComic } from '../factories/comics.ts';
import { readersWithCoins } from './reader-day.ts';
import { lostOf } from './writing.ts';

const PAGE = 50;

test('lost writes are searched on every page of a list', async () => {
  const site = await startTestApp();
  try {
    const [token = ''] = await readersWithCoins(site.pool, 1);
    const comics: { comicId: number; chapterId: number }[] = [];
    while (comics.length < PAGE + 2) comics.push({ comicId: (await addComic(site)).comicId, chapterId: 0 });
    const ids = comics.map(({ comicId }) => comicId);
    for (const part of [ids.slice(0, PAGE), ids.slice(PAGE, -1)])
      await site.call(addFavoriteBatch, { ids: part }, { token });
    const written = comics.map((comic) => {
      return { kind: 'favorite', token, comic, begunAt: 0, endedAt: 0, fault: null } as const;
    });
    const call = <C extends Call>(asked: C, payload: InputOf<C>, by: string) =>
      site.call(asked, payload, { token: by });
    const lost = await lostOf({ call }, written, site.pool);
    expect(lost.map(({ comic }) => comic.comicId)).toEqual(ids.slice(-1));
  } finally {
    await site.close();
  }
});
