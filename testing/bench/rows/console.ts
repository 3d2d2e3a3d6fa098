import type { InputOf } from '#contract/call';
import { chapterList } from '#contract/console/chapters';
import { comicGenres, comicGet, comicList } from '#contract/console/comics';
import { bulkApply, bulkPreview, bulkUndo } from '#contract/console/comics-bulk';
import { comicHistory } from '#contract/console/comics-history';
import { figures } from '#contract/console/figures';
import { orderList } from '#contract/console/orders';
import { overview } from '#contract/console/overview';
import { findReaders } from '#contract/console/readers';
import { openPool, transaction } from '../../../server/core/db/db.ts';
import { createLog } from '../../../server/core/log/log.ts';
import { shanghaiDay } from '../../../server/core/time/shanghai-day.ts';
import { offerFirstLink } from '../../../server/modules/staff/staff.ts';
import { type OwnerSession, openOwnerSession } from '../owner-session.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { startApp } from '../running-app.ts';
import { fill, sizesOf } from '../scale/fill.ts';
import { percentile } from '../spread.ts';
import { figureRow, type Row } from '../table.ts';

/** All 20,000 comics of the large site, with few readers. */
const SIZES = { ...sizesOf(1), readers: 20_000, purchases: 20_000 };
const ROUNDS = { full: 20, quick: 5 };
const CHANGED = 1_000;
const CHANGES = 3;
const DAY_MS = 24 * 3600 * 1000;
const GOALS = { readMs: 100, figuresMs: 300, bulkMs: 2_000 };
const inMs = (ms: number) => `${ms.toFixed(0)} ms`;

/** The waits of an operator on a site with 20,000 comics: for its pages, and for changes of a thousand comics. */
export async function measureConsole(isQuick: boolean): Promise<Row[]> {
  const dataDir = temporaryFolder();
  const app = await startApp({ dataDir, script: 'server/main.ts', core: null });
  try {
    const pool = openPool(app.connection, createLog('warn'));
    const link = await fill(pool, isQuick ? { ...SIZES, comics: SIZES.comics / 10 } : SIZES)
      .then(() => transaction(pool, (tx) => offerFirstLink(tx, new Date())))
      .finally(() => pool.end());
    if (!link) throw new Error('The site has an owner already');
    const owner = await openOwnerSession(app.url, link.token);
    const rounds = isQuick ? ROUNDS.quick : ROUNDS.full;
    const reads: Row[] = [];
    for (const { name, ask, goalMs } of readsOf(owner)) {
      // The first one fills caches.
      const waits = (await timesOf(rounds + 1, ask)).slice(1);
      reads.push(figureRow(`console: ${name}, p95`, percentile(waits, 0.95), { atMost: goalMs }, inMs));
    }
    return [...reads, ...(await measureBulk(owner))];
  } finally {
    await app.stop();
    removeFolder(dataDir);
  }
}

type Read = { name: string; ask(turn: number): Promise<unknown>; goalMs: number };

function readsOf({ call }: OwnerSession): Read[] {
  const comics = (name: string, payloadOf: (turn: number) => InputOf<typeof comicList>): Read => ({
    name,
    ask: (turn) => call(comicList, payloadOf(turn)),
    goalMs: GOALS.readMs,
  });
  const idAt = (turn: number) => 1 + ((turn * 7919) % 2_000);
  const day = (ago: number) => shanghaiDay(new Date(Date.now() - ago * DAY_MS));
  return [
    comics('comics', () => ({})),
    comics('comics by title', () => ({ sort: 'title' })),
    comics('comics with a title', (turn) => ({ q: `第 ${idAt(turn)} 部` })),
    comics('comics of an author', (turn) => ({ q: `作者${turn}` })),
    comics('comics of a genre', (turn) => ({ genre: `题材${turn}`, price: 'paid' })),
    comics('comics with planned chapters', () => ({ issue: 'scheduled', sort: 'updated' })),
    comics('comics with damaged pages', () => ({ issue: 'damaged' })),
    { name: 'genres', ask: () => call(comicGenres, {}), goalMs: GOALS.readMs },
    { name: 'a comic', ask: (turn) => call(comicGet, { id: idAt(turn) }), goalMs: GOALS.readMs },
    { name: 'its chapters', ask: (turn) => call(chapterList, { id: idAt(turn) }), goalMs: GOALS.readMs },
    { name: 'its history', ask: (turn) => call(comicHistory, { id: idAt(turn) }), goalMs: GOALS.readMs },
    { name: 'orders', ask: () => call(orderList, {}), goalMs: GOALS.readMs },
    { name: 'a reader', ask: (turn) => call(findReaders, { q: String(idAt(turn)) }), goalMs: GOALS.readMs },
    { name: 'overview', ask: () => call(overview, {}), goalMs: GOALS.figuresMs },
    { name: 'figures', ask: () => call(figures, { from: day(29), to: day(0) }), goalMs: GOALS.figuresMs },
  ];
}

/** Changes of a thousand comics, with their preview and undo: of their genres, and of the prices of all their chapters. */
async function measureBulk({ call }: OwnerSession): Promise<Row[]> {
  const ids = Array.from({ length: CHANGED }, (_, index) => index + 1);
  const wishes: Record<string, (turn: number) => InputOf<typeof bulkPreview>['wish']> = {
    genres: (turn) => ({ addGenres: [`新题材${turn}`] }),
    prices: (turn) => ({ priceCoins: 40 + turn }),
  };
  const rows: Row[] = [];
  for (const [name, wishOf] of Object.entries(wishes)) {
    const waits = { preview: [] as number[], change: [] as number[], undo: [] as number[] };
    for (let turn = 1; turn <= CHANGES; turn++) {
      const [previewMs, { id, count }] = await timed(() =>
        call(bulkPreview, { selection: { ids }, wish: wishOf(turn) }),
      );
      if (count !== CHANGED) throw new Error(`${count} comics of ${CHANGED} change`);
      const [changeMs] = await timed(() => call(bulkApply, { id, reason: '测量' }));
      const [undoMs, undone] = await timed(() => call(bulkUndo, { id }));
      if (undone.changed !== CHANGED) throw new Error(`${undone.changed} comics were changed back`);
      waits.preview.push(previewMs);
      waits.change.push(changeMs);
      waits.undo.push(undoMs);
    }
    for (const [step, found] of Object.entries(waits))
      rows.push(
        figureRow(`console: ${name} of ${CHANGED} comics, ${step}`, Math.max(...found), { atMost: GOALS.bulkMs }, inMs),
      );
  }
  return rows;
}

async function timesOf(count: number, ask: (turn: number) => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  for (let turn = 0; turn < count; turn++) waits.push((await timed(() => ask(turn)))[0]);
  return waits;
}

async function timed<Result>(work: () => Promise<Result>): Promise<[ms: number, result: Result]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}
