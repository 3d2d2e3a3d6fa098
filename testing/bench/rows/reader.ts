import type { Browser } from 'playwright-core';
import { type Opening, openByTap } from '../reader/openings.ts';
import { launchBrowser, type Scroll, type Scrolled, scroll } from '../reader/phone.ts';
import { openReaderStage, type ReaderStage } from '../reader/reader-stage.ts';
import { ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, missingRow, type Row, ratioRow } from '../table.ts';

const READING: Scroll = { px: 20_000, pxPerSecond: 2500 };
const FLING: Scroll = { px: 60_000, pxPerSecond: 8000 };
const GOAL = { reading: 1.2, bare: 1, opening: 1.15, warmMs: 100, slowMs: 300 };

/** The reader against a bare page with the same pictures: the main thread's cost of scrolling on a slow phone. */
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
      ...(await openingRows(browser, stage, rounds)),
    ];
  } finally {
    await browser.close();
    await stage.close();
  }
}

/** From a tap on the button of the comic's own page to the first page of the chapter. */
async function openingRows(browser: Browser, stage: ReaderStage, rounds: number): Promise<Row[]> {
  const ours: Opening[] = [];
  const bare: Opening[] = [];
  const slow: Opening[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await openByTap(browser, stage.comic.url, stage.comic.link));
    bare.push(await openByTap(browser, stage.bareComic.url, stage.bareComic.link));
    slow.push(await openByTap(browser, stage.comic.url, stage.comic.link, { isSlow: true }));
  }
  const shown = (ms: number) => `${ms.toFixed(0)} ms`;
  const firsts = (all: Opening[]) => all.map(({ firstMs }) => firstMs);
  const median = (values: number[]) => spreadOf(values).median;
  const againMs = median(ours.map((each) => each.againMs));
  return [
    ratioRow(
      'tap on a chapter to its first page',
      { ours: shown(median(firsts(ours))), baseline: `${shown(median(firsts(bare)))} (bare page)` },
      ratiosOf(firsts(ours), firsts(bare)),
      { atMost: GOAL.opening },
    ),
    figureRow('the same chapter once again', againMs, { atMost: GOAL.warmMs }, shown),
    figureRow('tap to first page, 1.6 Mbit/s and 150 ms', median(firsts(slow)), { atMost: GOAL.slowMs }, shown),
  ];
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

/** Adds one to both counts, so that the ratio is defined if both are 0. */
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
