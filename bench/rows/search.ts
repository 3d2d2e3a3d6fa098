import type pg from 'pg';
import { type ListingApp, openListingApp } from '../listing-app.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, type Row, ratioRow } from '../table.ts';

const COMICS = 20_000;
/** What is searched has nothing of chapters, and filling in many takes minutes. */
const CHAPTERS = 1;
const ASKS_A_ROUND = 40;
const GOALS = { ratio: 10, ms: 10 };

/** Four hundred characters that titles have, the first ones more often. */
const CHARACTERS =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严龙飞';

/** Of every kind that readers type; those of many results, of few, and of none. */
const REQUESTS: Readonly<Record<string, readonly object[]>> = {
  'search, characters': [{ keyword: '小' }, { keyword: '天空' }, { keyword: '的一' }, { keyword: '火 山' }],
  'search, pinyin': [{ keyword: 'xiaoshan' }, { keyword: 'xtk' }, { keyword: 'shi' }, { keyword: 'longhuoshan' }],
  'search, one letter': [{ keyword: 's' }, { keyword: 'a' }],
  'search, a wrong letter or nothing': [{ keyword: 'tiankonf' }, { keyword: '龙飞严价铁' }, { keyword: 'zzzzzzz' }],
  'search, no word': [{}, { status: 'complete', sort: 'new' }, { genre: '题材9', sort: 'update' }],
  'keyword, typing': [{ prefix: '小' }, { prefix: 'x' }, { prefix: 'xia' }, { prefix: 'xiaosh' }, { prefix: '小山' }],
};

type Found = { list: { id: number }[] };

/**
 * Each kind of search, computed for every request, and beside it a bare SELECT of the comics that are shown; the slowest one
 * in a hundred.
 */
export async function measureSearch(server: pg.PoolConfig, rounds: number): Promise<Row[]> {
  const app = await openListingApp(server, COMICS, { chapters: CHAPTERS });
  try {
    await nameComics(app);
    const rows: Row[] = [];
    for (const [name, requests] of Object.entries(REQUESTS))
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

/** The same words, for a request of suggestions. */
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

/** Gives the comics titles of two to nine characters, and waits until they are found by them. */
async function nameComics({ pool }: ListingApp): Promise<void> {
  await pool.query('select setseed(0.5)');
  await pool.query(
    `update catalog.comic c set title = made.title from (
       select id, string_agg(substr($1, 1 + floor(length($1) * random() * random())::int, 1), '') as title
       from catalog.comic cross join lateral generate_series(1, 2 + (id % 8)::int) group by id) made where made.id = c.id`,
    [CHARACTERS],
  );
  const outdated = `select exists (select from catalog.comic c left join search.document d on d.comic_id = c.id
    where c.online and c.latest_at is not null and d.title is distinct from c.title) as is`;
  while ((await pool.query<{ is: boolean }>(outdated)).rows[0]?.is)
    await new Promise((resolve) => setTimeout(resolve, 500));
  await pool.query('vacuum analyze');
}
