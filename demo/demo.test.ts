import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { rank } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { payLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { takeRankings } from '../testing/factories/rankings.ts';
import { signedIn } from '../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../testing/factories/wallets.ts';
import { addDemo } from './add-demo.ts';
import { offerToRemoveDemo } from './beside-import.ts';
import { publishedAt } from './calendar.ts';
import { drawBanner, drawWide } from './draw/banner.ts';
import { drawCover } from './draw/cover.ts';
import { missingLetters } from './draw/lettering/lettering.ts';
import { pagesOf } from './draw/page/page.ts';
import { wrapped } from './draw/page/wrapped.ts';
import { removeDemo } from './remove-demo.ts';
import { wantsDemo } from './start-demo.ts';
import { readDemoState, writeDemoState } from './state.ts';
import { coverCast, readAllSeries, readSeries, type Series } from './story/series.ts';

describe('the catalogue', () => {
  let all: Series[];
  beforeAll(async () => {
    all = await readAllSeries();
  });

  test('has series of every kind, on every day of the week', () => {
    expect(all).toHaveLength(24);
    expect(all.flatMap(({ chapters }) => chapters)).toHaveLength(72);
    const kinds = <Key extends keyof Series>(key: Key) => new Set(all.map((series) => series[key]));
    expect(kinds('direction')).toEqual(new Set(['strip', 'ltr', 'rtl']));
    expect(kinds('status')).toEqual(new Set(['serial', 'complete']));
    expect(kinds('age')).toEqual(new Set(['all', '12', '16', '18']));
    expect(new Set(all.flatMap(({ weekdays }) => weekdays))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    expect(kinds('price').size).toBeGreaterThan(2);
  });

  test('has an outline for every letter that is drawn', () => {
    for (const { title, tagline, chapters } of all) {
      expect(missingLetters(title, 'serif')).toEqual([]);
      const said = chapters.flatMap(({ title: called, beats }) => [
        called,
        ...beats.map((beat) => ('text' in beat ? beat.text : '')),
      ]);
      expect(missingLetters([title, tagline, '第0123456789话', ...said].join(''), 'sans')).toEqual([]);
    }
  });

  test('has only speakers of the cast', () => {
    for (const { title, cast, chapters } of all) {
      const speakers = chapters.flatMap(({ beats }) => beats.flatMap((beat) => ('who' in beat ? beat.who : [])));
      expect(
        speakers.filter((who) => !cast.has(who)),
        title,
      ).toEqual([]);
    }
  });

  test('is drawn the same each time, and all series are different', () => {
    const covers = all.map(({ cover }) => drawCover(cover));
    expect(all.map(({ cover }) => drawCover(cover))).toEqual(covers);
    expect(new Set(covers).size).toBe(24);
    expect(covers.filter((cover) => /NaN|undefined/.test(cover))).toEqual([]);
    expect(drawBanner(all[0]?.cover ?? never(), [])).not.toMatch(/NaN|undefined/);
    for (const series of all) expect(drawWide(series.cover, coverCast(series))).not.toMatch(/NaN|undefined/);
  });

  test('gives a chapter some pages, and none of them without panels', () => {
    for (const { title, direction, cast, chapters } of all.slice(0, 4))
      for (const [at, { title: called, beats }] of chapters.entries()) {
        const pages = pagesOf({ series: title, no: at + 1, title: called, direction, cast, beats });
        expect(pages.length).toBeGreaterThanOrEqual(4);
        expect(pages[1]?.()).not.toMatch(/NaN|undefined/);
      }
  });

  test('draws every full-length pose that a story or a cover uses', () => {
    const poses = all.flatMap(({ cover, chapters }) => [
      ...cover.cast.map(({ pose }) => pose),
      ...chapters.flatMap(({ beats }) => beats.map((beat) => (beat.kind === 'action' ? beat.pose : undefined))),
    ]);
    expect(new Set(poses.filter((pose) => pose !== undefined))).toEqual(new Set(['run', 'jump', 'throw', 'strike']));
    const ace = all.find(({ name }) => name === 'bench-ace') ?? never();
    const { title, direction, cast, chapters } = ace;
    const beats = chapters.flatMap((chapter) => chapter.beats.filter(({ kind }) => kind === 'action'));
    const [, ...pages] = pagesOf({ series: title, no: 1, title, direction, cast, beats });
    // One circle for the ball in each of the panels with a jump or a throw.
    expect(pages.map((draw) => draw().match(/#7a3418/g)?.length ?? 0).reduce((sum, each) => sum + each)).toBe(2);
  });

  test('was published week by week, the newest on its weekday and never in the future', () => {
    const now = new Date('2026-11-22T04:00:00Z');
    for (const series of all) {
      const times = series.chapters.map((_, at) => publishedAt(series, at + 1, now).getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Math.max(...times)).toBeLessThan(now.getTime());
    }
  });
});

test.each([
  ['走吧。', ['走吧。']],
  ['三号，累了就不回防。', ['三号，', '累了就不回防。']],
  ['我的水，一百年前用完了。', ['我的水，', '一百年前用完了。']],
  ['收一句没来得及说的话。', ['收一句没来得', '及说的话。']],
])('a bubble breaks 「%s」 at good places', (text, lines) => {
  expect(wrapped(text, 8)).toEqual(lines);
});

describe('in a service', () => {
  let site: TestApp;
  let dataDir: string;
  let small: Series[];
  beforeAll(async () => {
    const begun = new Date();
    // The clock stands still, so that the app's own ranking is not later than the one below.
    site = await startTestApp({ now: begun });
    dataDir = await mkdtemp(join(tmpdir(), 'manyu-demo-'));
    small = await Promise.all(['cat-station', 'umbrella-shop'].map(cut));
    // As in a new app: yesterday's ranking is empty.
    await takeRankings(site, begun);
  });
  afterAll(async () => {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const context = () => ({
    pool: site.pool,
    imageDir: site.imageDir,
    dataDir,
    stdout: process.stdout,
    stderr: process.stderr,
    isTTY: false,
    clock: () => new Date(),
  });
  const chapterIds = async () =>
    (await site.pool.query<{ id: number }>('select id from catalog.chapter order by id')).rows.map(({ id }) => id);

  test('an interrupted drawing continues where it stopped, and is completed', async () => {
    await addDemo(context(), small.slice(0, 1));
    await writeDemoState(dataDir, 'drawing');
    const before = await chapterIds();
    expect(await wantsDemo(dataDir, false)).toBe(true);
    await addDemo(context(), small);
    expect(await chapterIds()).toEqual([...before, expect.any(Number)]);
    expect(await readDemoState(dataDir)).toBe('whole');
    expect(await readdir(dataDir)).toEqual(['demo-state']);
  });

  test('its series are on the first screen and in the ranking, with a banner and a promotion', async () => {
    await site.caughtUp();
    const { data } = await site.call(home, {});
    const cards = data?.sections.flatMap(({ list }) => list) ?? [];
    expect(cards.map(({ title }) => title)).toContain('猫站长的末班车');
    expect(cards.find(({ title }) => title === '雨巷纸伞铺')?.sale).toMatchObject({ percent: 0 });
    expect(cards.every(({ views }) => views > 0)).toBe(true);
    const hot = data?.sections.find(({ layout }) => layout === 'wide');
    expect(hot?.list.map(({ wide }) => wide && [wide.width, wide.height])).toEqual([
      [1440, 720],
      [1440, 720],
    ]);
    // The app renews its rankings a few minutes later.
    await takeRankings(site, new Date(Date.now() + 5 * 60_000));
    const ranking = await site.call(rank, { type: 'total' });
    expect(ranking.data?.list.map(({ change }) => change)).toEqual([0, 0]);
  });

  test('an operator who keeps the demo is asked only once', async () => {
    const asked: string[] = [];
    const no = async (question: string) => {
      asked.push(question);
      return false;
    };
    const inDataDir = { ...context(), imageDir: join(dataDir, 'store') };
    await offerToRemoveDemo(inDataDir, no);
    await offerToRemoveDemo(inDataDir, no);
    expect(asked).toHaveLength(1);
    expect(await readDemoState(dataDir)).toBe('kept');
  });

  test('it is removed with its pictures and editorial data; payments stay, and it is not drawn again', async () => {
    const { id, token } = await signedIn(site);
    await giveTo(site, id, { coins: 100 });
    const [chapterId = 0] = await chapterIds();
    const bought = await site.call(comicPay, { chapterIds: [chapterId], expect: 12, key: randomUUID() }, { token });
    expect(bought).toMatchObject({ code: 0 });
    expect(await removeDemo(context())).toBe(2);
    const spent = await site.call(payLog, {}, { token });
    expect(spent.data?.list).toMatchObject([{ kind: 'purchase', coins: -12 }, { coins: 100 }]);
    await expectSoundLedger(site);
    expect(await chapterIds()).toEqual([]);
    const { rows } = await site.pool.query('select key from catalog.promotion');
    expect(rows).toEqual([]);
    const folders = await Promise.all(
      ['comic', 'open', 'guarded', 'site'].map((kind) => readdir(join(site.imageDir, kind)).catch(() => [])),
    );
    expect(folders.flat()).toEqual([]);
    expect(await wantsDemo(dataDir, true)).toBe(false);
  });
});

/** A series with one short chapter with a price. */
async function cut(name: string): Promise<Series> {
  const series = await readSeries(name);
  return {
    ...series,
    price: 12,
    freeFirst: 0,
    chapters: series.chapters.slice(0, 1).map((each) => ({ ...each, beats: each.beats.slice(0, 2) })),
  };
}

function never(): never {
  throw new Error('there is a first series');
}
