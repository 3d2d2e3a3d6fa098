import type { Browser } from 'playwright-core';
import { launchBrowser, memoryAfter, SCREEN, type Scroll, type Scrolled, scroll } from '../reader/phone.ts';
import { openReaderStage, type ReaderStage } from '../reader/reader-stage.ts';
import { ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, missingRow, type Row, ratioRow } from '../table.ts';

const READING: Scroll = { px: 20_000, pxPerSecond: 2500 };
const FLING: Scroll = { px: 60_000, pxPerSecond: 8000 };
const GOAL = { reading: 1.2, bare: 1, memory: 1.1 };
/** Pieces scrolled by before memory is read; the strip holds thirty of them. */
const PIECES = { few: 30, many: 300 };

/** The reader beside a bare page with the same pictures: what scrolling costs the main thread of a slow phone. */
export async function measureReader(comics: string | undefined, rounds: number): Promise<Row[]> {
  const browser = await launchBrowser().catch(() => null);
  if (!browser) return [missingRow('reader', 'no Chromium; CHROMIUM_PATH names one')];
  const stage = await openReaderStage(comics);
  try {
    const reading = await compareScrolls(browser, stage, READING, rounds);
    const fling = await compareScrolls(browser, stage, FLING, rounds);
    const shift = [...reading.ours, ...fling.ours].reduce((sum, each) => sum + each.shift, 0);
    return [
      costRow('scrolling 10,000 px, 4× CPU', reading, READING, GOAL.reading),
      costRow('a fling, 10,000 px of it, 4× CPU', fling, FLING, GOAL.reading),
      countRow('late frames, fling of 60,000 px', fling, 'lateFrames'),
      countRow('long tasks, 20,000 px', reading, 'longTasks'),
      countRow('long tasks, fling of 60,000 px', fling, 'longTasks'),
      figureRow('layout shift', shift, { atMost: 0 }, (value) => String(Number(value.toFixed(4)))),
      await memoryRow(browser, stage),
    ];
  } finally {
    await browser.close();
    await stage.close();
  }
}

async function memoryRow(browser: Browser, { chapterUrl, positionOf }: ReaderStage): Promise<Row> {
  const positions = [PIECES.few, PIECES.many].map((piece) => positionOf(piece, SCREEN.width));
  const [few = 0, many = 0] = await memoryAfter(browser, chapterUrl, positions);
  const shown = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  return ratioRow(
    'PSS after 300 pieces',
    { ours: shown(many), baseline: `${shown(few)} (after 30)` },
    ratiosOf([many], [few]),
    { atMost: GOAL.memory },
  );
}

type Compared = { ours: Scrolled[]; bare: Scrolled[] };

/** In turn, so that other work of the machine affects both; a new page each time. */
async function compareScrolls(browser: Browser, stage: ReaderStage, given: Scroll, rounds: number): Promise<Compared> {
  const compared: Compared = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    compared.ours.push(await scroll(browser, stage.chapterUrl, given));
    compared.bare.push(await scroll(browser, stage.bareUrl, given));
  }
  return compared;
}

function costRow(name: string, { ours, bare }: Compared, { px }: Scroll, atMost: number): Row {
  const costs = (all: Scrolled[]) => all.map(({ busyMs }) => (busyMs * 10_000) / px);
  const shown = (all: Scrolled[]) => `${spreadOf(costs(all)).median.toFixed(0)} ms`;
  return ratioRow(
    name,
    { ours: shown(ours), baseline: `${shown(bare)} (bare page)` },
    ratiosOf(costs(ours), costs(bare)),
    {
      atMost,
    },
  );
}

/** Counts may be nothing on both sides: one more of each keeps their ratio a number. */
function countRow(name: string, { ours, bare }: Compared, count: 'lateFrames' | 'longTasks'): Row {
  const counts = (all: Scrolled[]) => all.map((each) => each[count]);
  const shown = (all: Scrolled[]) => {
    const frames = count === 'lateFrames' ? ` of ${spreadOf(all.map((each) => each.frames)).median}` : '';
    return `${spreadOf(counts(all)).median}${frames}`;
  };
  const oneMore = (all: Scrolled[]) => counts(all).map((value) => value + 1);
  return ratioRow(
    name,
    { ours: shown(ours), baseline: `${shown(bare)} (bare page)` },
    ratiosOf(oneMore(ours), oneMore(bare)),
    { atMost: GOAL.bare },
  );
}
