import type pg from 'pg';
import { nameComics } from '../comic-titles.ts';
import { type ListingApp, openListingApp } from '../listing-app.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, type Row, ratioRow } from '../table.ts';

const COMICS = 20_000;
/** The search does not use chapters, and inserting many takes minutes. */
const CHAPTERS = 1;
const ASKS_A_ROUND = 40;
const GOALS = { ratio: 10, ms: 10 };

/** Searches of every kind, with many, few and no results. */
export const SEARCHES: Readonly<Record<string, readonly object[]>> = {
  'search, characters': [{ keyword: '小' }, { keyword: '天空' }, { keyword: '的一' }, { keyword: '火 山' }],
  'search, pinyin': [{ keyword: 'xiaoshan' }, { keyword: 'xtk' }, { keyword: 'shi' }, { keyword: 'longhuoshan' }],
  'search, one letter': [{ keyword: 's' }, { keyword: 'a' }],
  'search, a wrong letter or nothing': [{ keyword: 'tiankonf' }, { keyword: '龙飞严价铁' }, { keyword: 'zzzzzzz' }],
  'search, no word': [{}, { status: 'complete', sort: 'new' }, { genre: '题材9', sort: 'update' }],
  'keyword, typing': [{ prefix: '小' }, { prefix: 'x' }, { prefix: 'xia' }, { prefix: 'xiaosh' }, { prefix: '小山' }],
};

type Found = { list: { id: number }[] };

/** The 99th percentile of each kind of search without caching, against a bare SELECT of the shown comics. */
export async function measureSearch(server: pg.PoolConfig, rounds: number): Promise<Row[]> {
  const app = await openListingApp(server, COMICS, { chapters: CHAPTERS });
  try {
    await nameComics(app.pool);
    await untilFound(app);
    const rows: Row[] = [];
    for (const [name, requests] of Object.entries(SEARCHES))
      rows.push(...(await measureKind(app, name, requests, rounds)));
    return rows;
  } finally {
    await app.close();
  }
}

async function measureKind(app: ListingApp, name: string, requests: readonly object[], rounds: number): Promise<Row[]> {
  const path = name.startsWith('keyword') ? 'keyword' : 'search';
  const shown = await Promise.all(
    requests.map(async (request) => (await app.call<Found>('search', wordsOf(request))).list),
  );
  const ours: number[] = [];
  const bare: number[] = [];
  const middle: number[] = [];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const took: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    for (let turn = 0; turn < ASKS_A_ROUND * requests.length; turn++) {
      const at = turn % requests.length;
      took.ours.push(await app.time(path, requests[at] ?? {}));
      took.bare.push(await timeSelect(app.pool, shown[at] ?? []));
    }
    if (round === 0) continue;
    ours.push(percentile(took.ours, 0.99));
    bare.push(percentile(took.bare, 0.99));
    middle.push(percentile(took.ours, 0.5));
  }
  const ms = (times: readonly number[]) => `${spreadOf([...times]).median.toFixed(1)} ms`;
  const figures = { ours: `${ms(ours)} (p50 ${ms(middle)})`, baseline: `${ms(bare)} (bare SELECT)` };
  const slowest = spreadOf(ours).median;
  return [
    ratioRow(name, figures, ratiosOf(ours, bare), { atMost: GOALS.ratio }),
    figureRow(`${name}: p99`, slowest, { atMost: GOALS.ms }, (value) => `${value.toFixed(1)} ms`),
  ];
}

/** The search request with the words of a suggestion request. */
function wordsOf(request: object): object {
  return 'prefix' in request ? { keyword: request.prefix } : request;
}

async function timeSelect(pool: pg.Pool, list: Found['list']): Promise<number> {
  const started = performance.now();
  await pool.query({
    name: 'bench.comics',
    text: 'select id, title, authors, genres, status, weekdays, cover from catalog.comic where id = any($1::bigint[])',
    values: [list.map(({ id }) => id)],
  });
  return performance.now() - started;
}

/** Waits until the comics are found by their titles. */
async function untilFound({ pool }: ListingApp): Promise<void> {
  const outdated = `select exists (select from catalog.comic c left join search.document d on d.comic_id = c.id
    where c.online and c.latest_at is not null and d.title is distinct from c.title) as is`;
  while ((await pool.query<{ is: boolean }>(outdated)).rows[0]?.is)
    await new Promise((resolve) => setTimeout(resolve, 500));
  await pool.query('vacuum analyze');
}
