import type pg from 'pg';
import { fillLibrary } from '../library-catalogue.ts';
import { type ListingApp, openListingApp } from '../listing-app.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import { type Row, ratioRow } from '../table.ts';

const COMICS = 8_000;
const [FEW, MANY] = [50, 5_000];
const GOAL = 1.5;
const ASKS_A_ROUND = 300;
/** The number of the far page, where the list is long enough. */
const FAR = 100;

/** The lists of a library, each with the requests that readers make. */
const LISTS: Readonly<Record<string, readonly object[]>> = {
  'my/shelf': [{}, { filter: 'updated' }, { filter: 'reading' }, { filter: 'owned' }],
  'my/subscribe': [{}],
  'my/favorite': [{}],
  'my/history': [{}],
  'user/info': [{}],
};

type Page = { next?: string | null };

/** How much longer the slowest one in a hundred takes where a reader keeps many comics. */
export async function measureLibrary(server: pg.PoolConfig, rounds: number): Promise<Row[]> {
  const app = await openListingApp(server, COMICS);
  try {
    const readers = [await readerWith(app, FEW), await readerWith(app, MANY)] as const;
    await app.pool.query('vacuum analyze');
    const rows: Row[] = [];
    for (const path of Object.keys(LISTS)) {
      const [ofFew, ofMany] = await takeTurns(app, path, readers, rounds);
      const shown = (times: number[]) => `${spreadOf(times).median.toFixed(1)} ms`;
      const figures = { ours: shown(ofMany), baseline: `${shown(ofFew)} (${FEW} comics kept)` };
      rows.push(ratioRow(`${path}, 5,000 comics kept`, figures, ratiosOf(ofMany, ofFew), { atMost: GOAL }));
    }
    return rows;
  } finally {
    await app.close();
  }
}

async function readerWith(app: ListingApp, entries: number): Promise<string> {
  const { token, id } = await app.call<{ token: string; id: number }>('user/register', {
    domain: 'bench',
    platform: null,
  });
  await fillLibrary(app.pool, id, entries);
  await app.pool.query('update account.reader set expects_news = true where id = $1', [id]);
  return token;
}

/**
 * The 99th percentile of every round for both, measured request by request in turn, so that other work of the machine
 * affects both equally.
 */
async function takeTurns(app: ListingApp, path: string, [few, many]: readonly [string, string], rounds: number) {
  const requests = [await requestsOf(app, path, few), await requestsOf(app, path, many)] as const;
  const slow: [number[], number[]] = [[], []];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const took: [number[], number[]] = [[], []];
    for (let turn = 0; turn < ASKS_A_ROUND; turn++) {
      for (const [index, token] of [few, many].entries()) {
        const list = requests[index] ?? [];
        took[index]?.push(await app.time(path, list[turn % list.length] ?? {}, token));
      }
    }
    if (round === 0) continue;
    for (const [index, times] of took.entries()) slow[index]?.push(percentile(times, 0.99));
  }
  return slow;
}

/** First pages, and the last ones of those behind them. */
async function requestsOf(app: ListingApp, path: string, token: string): Promise<object[]> {
  const requests: object[] = [];
  for (const first of LISTS[path] ?? []) {
    let page: { token?: string; cursor?: string } = { ...first, ...(path === 'user/info' && { token }) };
    requests.push(page);
    let next = (await app.call<Page>(path, page, token)).next;
    for (let pages = 0; next && pages < FAR; pages++) {
      page = { ...first, cursor: next };
      next = (await app.call<Page>(path, page, token)).next;
    }
    if ('cursor' in page) requests.push(page);
  }
  return requests;
}
