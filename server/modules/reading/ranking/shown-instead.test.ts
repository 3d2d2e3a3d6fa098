import { expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicRead } from '#contract/calls/comic';
import { rank } from '#contract/calls/listings';
import { startTestApp } from '../../../testing/app.ts';
import { addComic } from '../../../testing/comics.ts';
import { readerWhoCounts } from '../../../testing/library.ts';
import { takeRankings } from '../../../testing/rankings.ts';

const inShanghai = (time: string) => new Date(`${time}+08:00`);

test('a ranking that nothing is in yet shows the next longer one, page by page, and at last what is new', async () => {
  const site = await startTestApp({ now: inShanghai('2026-05-04T12:00') });
  try {
    const readers = [await readerWhoCounts(site), await readerWhoCounts(site)];
    const shownFor = async (type: InputOf<typeof rank>['type'], genre?: string) => {
      const { data } = await site.call(rank, { type, genre });
      return [data?.shown, ...(data?.list.map((row) => row.comic.title) ?? [])];
    };
    for (const [title, genres, readBy] of [
      ['旧', ['奇幻'], 2],
      ['旧二', [], 1],
    ] as const) {
      const { chapters } = await addComic(site, { title, genres: [...genres], createdAt: new Date('2026-01-01') });
      for (const reader of readers.slice(0, readBy)) await site.call(comicRead, { id: chapters[0]?.id ?? 0 }, reader);
    }
    await addComic(site, { title: '新', createdAt: new Date('2026-05-01'), genres: ['奇幻'] });
    expect(await shownFor('day')).toEqual(['new', '新', '旧二', '旧']);
    await takeRankings(site, inShanghai('2026-05-04T12:10'));
    await takeRankings(site, inShanghai('2026-05-09T12:10'));
    expect(await shownFor('day')).toEqual(['week', '旧', '旧二']);
    const first = await site.call(rank, { type: 'day', size: 1 });
    const second = await site.call(rank, { type: 'day', size: 1, cursor: first.data?.next ?? '' });
    expect(second.data).toMatchObject({ shown: 'week', next: null, list: [{ rank: 2, comic: { title: '旧二' } }] });
    await takeRankings(site, inShanghai('2026-05-20T12:10'));
    expect(await shownFor('week')).toEqual(['month', '旧', '旧二']);
    await takeRankings(site, inShanghai('2026-07-20T12:10'));
    expect(await shownFor('day')).toEqual(['total', '旧', '旧二']);
    expect(await shownFor('sale', '奇幻')).toEqual(['total', '旧']);
    expect(await shownFor('favorite', '没有')).toEqual(['new']);
  } finally {
    await site.close();
  }
});
