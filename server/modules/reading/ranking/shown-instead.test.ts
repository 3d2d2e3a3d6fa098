import { expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicRead } from '#contract/calls/comic';
import { rank } from '#contract/calls/listings';
import { startTestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { readerWhoCounts } from '../../../../testing/factories/library.ts';
import { takeRankings } from '../../../../testing/factories/rankings.ts';

const inShanghai = (time: string) => new Date(`${time}+08:00`);

test('an empty ranking shows the next longer one on all pages, and finally new comics', async () => {
  const site = await startTestApp({ now: inShanghai('2026-05-04T12:00') });
  try {
    const readers = [await readerWhoCounts(site), await readerWhoCounts(site)];
    const shownFor = async (type: InputOf<typeof rank>['type'], genre?: string) => {
      const { data } = await site.call(rank, { type, genre });
      return [data?.shown, ...(data?.list.map((row) => row.comic.title) ?? [])];
    };
    const addOld = (title: string, genres: string[]) =>
      addComic(site, { title, genres, createdAt: new Date('2026-01-01') });
    const [old, second] = [await addOld('旧', ['奇幻']), await addOld('旧二', [])];
    await addComic(site, { title: '新', createdAt: new Date('2026-05-01'), genres: ['奇幻'] });
    // Before anything is read: rankings are taken by a job too.
    expect(await shownFor('day')).toEqual(['new', '新', '旧二', '旧']);
    const read = ({ chapters }: typeof old, reader: (typeof readers)[number]) =>
      site.call(comicRead, { id: chapters[0]?.id ?? 0 }, reader);
    for (const reader of readers) await read(old, reader);
    for (const reader of readers.slice(0, 1)) await read(second, reader);
    await takeRankings(site, inShanghai('2026-05-04T12:10'));
    await takeRankings(site, inShanghai('2026-05-09T12:10'));
    expect(await shownFor('day')).toEqual(['week', '旧', '旧二']);
    const first = await site.call(rank, { type: 'day', size: 1 });
    const next = await site.call(rank, { type: 'day', size: 1, cursor: first.data?.next ?? '' });
    expect(next.data).toMatchObject({ shown: 'week', next: null, list: [{ rank: 2, comic: { title: '旧二' } }] });
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
