import type { Browser } from 'playwright-core';
import { type FirstVisitStage, openFirstVisitStage, type VisitedScreen } from '../first-visit/first-visit-stage.ts';
import { openSlowLine } from '../first-visit/slow-line.ts';
import { serveStatic } from '../first-visit/static-page.ts';
import { measureTaps, measureTapsAtStart, type Tapped } from '../first-visit/taps.ts';
import { longestTask, picturesOf, type Visits, visitTwice } from '../first-visit/visit.ts';
import { launchBrowser } from '../reader/phone.ts';
import { ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, missingRow, type Row, ratioRow } from '../table.ts';

const GOAL = { cold: 1.5, warm: 1.3, longestTaskMs: 150, shift: 0, tapMs: 100, screenMs: 300 };
const KINDS = ['cold', 'warm'] as const;

/** The waits of a visit with a slow phone on a slow line, beside a static page with the same pictures. */
export async function measureFirstVisit(rounds: number): Promise<Row[]> {
  const browser = await launchBrowser().catch(() => null);
  if (!browser) return [missingRow('first visit', 'no Chromium; CHROMIUM_PATH names one')];
  const stage = await openFirstVisitStage();
  try {
    const rows: Row[] = [];
    for (const screen of stage.screens) rows.push(...(await compareScreen(browser, stage, { ...screen, rounds })));
    return [...rows, ...(await tapRows(browser, `${stage.url}/home`, rounds))];
  } finally {
    await browser.close();
    await stage.close();
  }
}

async function compareScreen(
  browser: Browser,
  stage: FirstVisitStage,
  { name, path, pictures: most, rounds }: VisitedScreen & { rounds: number },
): Promise<Row[]> {
  const url = stage.url + path;
  const pictures = await picturesOf(browser, url, most);
  const bare = await serveStatic(stage.url, pictures);
  const line = await openSlowLine(stage.url);
  const bareLine = await openSlowLine(bare.url);
  const ours: Visits[] = [];
  const theirs: Visits[] = [];
  const tasks: number[] = [];
  const taps: number[] = [];
  try {
    // In turn, so that other work of the machine affects both.
    for (let round = 0; round < rounds; round++) {
      ours.push(await visitTwice(browser, line.url + path, pictures.length));
      theirs.push(await visitTwice(browser, bareLine.url, pictures.length));
      tasks.push(await longestTask(browser, line.url + path));
      taps.push(await measureTapsAtStart(browser, line.url + path));
    }
  } finally {
    for (const each of [line, bareLine, bare]) each.close();
  }
  const rows = KINDS.flatMap((kind) => {
    const times = (all: Visits[]) => all.map((each) => each[kind].picturesMs);
    const middle = (all: Visits[]) => ms(spreadOf(times(all)).median);
    const shift = Math.max(...ours.map((each) => each[kind].shift));
    const figures = { ours: middle(ours), baseline: `${middle(theirs)} (static page)` };
    return [
      ratioRow(
        `${name}, ${kind}: first ${pictures.length === 1 ? 'picture' : `${pictures.length} pictures`}`,
        figures,
        ratiosOf(times(ours), times(theirs)),
        {
          atMost: GOAL[kind],
        },
      ),
      figureRow(`${name}, ${kind}: layout shift`, shift, { atMost: GOAL.shift }, (value) =>
        String(Number(value.toFixed(4))),
      ),
    ];
  });
  return [
    ...rows,
    figureRow(`${name}: longest task, 4× CPU`, spreadOf(tasks).median, { atMost: GOAL.longestTaskMs }, ms),
    figureRow(`${name}: slowest tap while it starts`, spreadOf(taps).median, { atMost: GOAL.tapMs }, ms),
  ];
}

async function tapRows(browser: Browser, url: string, rounds: number): Promise<Row[]> {
  const all: Tapped[] = [];
  for (let round = 0; round < rounds; round++) all.push(...(await measureTaps(browser, url)));
  return [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, taps]) => {
    const { median } = spreadOf(taps.map((tap) => tap.ms));
    const answered = figureRow(`a tap on ${name}, 4× CPU`, median, { atMost: GOAL.tapMs }, ms);
    const screens = taps.flatMap(({ screenMs }) => screenMs ?? []);
    if (screens.length === 0) return [answered];
    return [
      answered,
      figureRow(`a tap on ${name}: the screen`, spreadOf(screens).median, { atMost: GOAL.screenMs }, ms),
    ];
  });
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
