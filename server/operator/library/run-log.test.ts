import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../core/log/log.ts';
import type { Outcome } from '../../importer/source/outcome.ts';
import { readLastRun } from './last-run.ts';
import { longSteps, openRunLog } from './run-log.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
let dataDir: string;
let noted: string[];
let now: Date;
let lines: { msg: string; path?: string; reason?: string }[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'manyu-run-log-'));
  lines = [];
  now = NOW;
  noted = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function open() {
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const noteFailure = async (reason: string) => void noted.push(reason);
  return openRunLog({ dataDir, folders: ['/comics'], log, clock: () => now, noteFailure });
}

async function refusedFile(name: string, reason = '已损坏'): Promise<Outcome> {
  const file = path.join(dataDir, name);
  await writeFile(file, '');
  return { path: file, series: null, no: null, pages: 0, result: 'refused', code: 'truncated', reason, warnings: [] };
}

async function run(...outcomes: Outcome[]): Promise<void> {
  const report = await open();
  for (const outcome of outcomes) report.outcome(outcome);
  await report.done(outcomes, NOW);
}

test('a refused file is logged once, also after restarts, and again for another reason', async () => {
  const broken = await refusedFile('坏.cbz');
  await run(broken);
  await run(broken);
  expect(lines.map(({ msg, reason }) => [msg, reason])).toEqual([['a comic was refused', '已损坏']]);
  await run({ ...broken, reason: '加了密' });
  expect(lines.map(({ reason }) => reason)).toEqual(['已损坏', '加了密']);
});

test('the last run is saved with all refused files that still exist', async () => {
  const [broken, gone, fixed] = [await refusedFile('坏.cbz'), await refusedFile('走.cbz'), await refusedFile('好.cbz')];
  await run(broken, gone, fixed);
  await rm(gone.path);
  await run({ ...fixed, result: 'new', reason: null, series: '好', no: 1, pages: 3 });
  expect(await readLastRun(dataDir)).toMatchObject({
    folders: ['/comics'],
    endedAt: NOW.toISOString(),
    new: 1,
    refused: 0,
    failure: null,
    refusedFiles: [{ path: broken.path, reason: '已损坏', since: NOW.toISOString() }],
  });
});

test('a failed run is saved and recorded once, until one succeeds', async () => {
  const report = await open();
  const made: Outcome = { ...(await refusedFile('好.cbz')), result: 'new', reason: null, code: null };
  await report.failed('数据库暂时连不上', []);
  await report.failed('数据库暂时连不上', [made]);
  expect(await readLastRun(dataDir)).toMatchObject({ failure: '数据库暂时连不上', new: 1 });
  expect(lines).toHaveLength(1);
  await report.done([], NOW);
  expect(await readLastRun(dataDir)).toMatchObject({ failure: null });
});

test('the progress of a long run is saved until it is done', async () => {
  const report = await open();
  report.made(1, 100);
  now = new Date(NOW.getTime() + 10_000);
  report.made(50, 100);
  const progress = { step: 'making', done: 50, of: 100, leftSeconds: 10, at: now.toISOString() };
  await expect.poll(() => readLastRun(dataDir)).toMatchObject({ progress });
  await report.done([], NOW);
  expect(await readLastRun(dataDir)).toMatchObject({ progress: null });
});

test('without a saved run, or with an unreadable one, there is no last run', async () => {
  expect(await readLastRun(dataDir)).toBeNull();
  await writeFile(path.join(dataDir, 'library.json'), '{"new":');
  expect(await readLastRun(dataDir)).toBeNull();
});

test('a long step is logged every ten seconds with the seconds left, a quick one is not', () => {
  const reports: object[] = [];
  let ms = 0;
  const step = longSteps(
    (reached) => void reports.push(reached),
    () => ms,
  );
  for (let page = 1; page <= 250; page++) {
    ms += 100;
    step('making', page, 400);
  }
  expect(reports).toEqual([
    { step: 'making', done: 101, of: 400, leftSeconds: 30 },
    { step: 'making', done: 201, of: 400, leftSeconds: 20 },
  ]);
  for (let source = 1; source <= 50; source++) {
    ms += 100;
    step('looking', source);
  }
  expect(reports).toHaveLength(2);
});

test('the time left is estimated even if one item takes longer than the window of the rate', () => {
  const reports: object[] = [];
  let ms = 0;
  const step = longSteps(
    (reached) => void reports.push(reached),
    () => ms,
  );
  for (const done of [1, 2]) {
    ms += 120_000;
    step('making', done, 4);
  }
  expect(reports).toEqual([{ step: 'making', done: 2, of: 4, leftSeconds: 240 }]);
});

test('the time left follows the rate of the last minute', () => {
  const left: (number | null)[] = [];
  let ms = 0;
  const step = longSteps(
    ({ leftSeconds }) => void left.push(leftSeconds),
    () => ms,
  );
  for (let page = 1; page <= 9_000; page++) {
    ms += page <= 6_000 ? 100 : 200;
    step('making', page, 10_000);
  }
  // 0.1 s for each item at first, then 0.2 s.
  expect(left.at(58)).toBe(410);
  expect(left.at(-1)).toBeLessThanOrEqual(210);
  expect(left.at(-1)).toBeGreaterThanOrEqual(200);
});
