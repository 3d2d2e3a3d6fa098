import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { readLastRun } from '../../../server/operator/library/last-run.ts';
import { besideRow, measureBeside } from '../beside/beside.ts';
import { openBusySite } from '../beside/site.ts';
import { readProcesses } from '../proc-stat.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { spreadOf } from '../spread.ts';
import { figureRow, missingRow, type Row } from '../table.ts';

const SITE = { share: 0.025, pictures: 1_000 };
const CHAPTERS = { full: 10_000, quick: 400 };
const GOALS = { peakMb: 400, estimate: 2 };
/** Shorter estimates are ignored: their error is a few seconds. */
const LEAST_ESTIMATED_SECONDS = 5;

/** Measures how long readers wait during the first import of a large library folder. */
export async function measureLibraryScan(isQuick: boolean): Promise<Row[]> {
  const chapters = isQuick ? CHAPTERS.quick : CHAPTERS.full;
  const folder = temporaryFolder();
  const [made, library, logFile] = [join(folder, 'made'), join(folder, 'library'), join(folder, 'app.log')];
  await writeChapters(made, chapters);
  mkdirSync(library);
  const env = { LIBRARY_DIR: library, LOG_LEVEL: 'info' };
  const site = await openBusySite({ ...SITE, start: { env, logFile } });
  const hasAll = counted(site.dataDir, chapters);
  try {
    const measured = await measureBeside(
      site,
      async () => {
        renameSync(made, join(library, 'comics'));
        return { pid: watcherOf(site.app.pid), isOver: hasAll };
      },
      { isStoppable: false },
    );
    const name = `readers beside a scan of ${chapters.toLocaleString('en')} chapters, ${measured.seconds.toFixed(0)} s`;
    return [
      besideRow(name, measured),
      figureRow(
        'memory of the scan',
        measured.peakBytes / 1e6,
        { atMost: GOALS.peakMb },
        (mb) => `${mb.toFixed(0)} MB`,
      ),
      estimateRow(readFileSync(logFile, 'utf8')),
    ];
  } finally {
    await site.close();
    removeFolder(folder);
  }
}

/** A run imports only files that have existed for a while. Newer ones are left for the next run. */
function counted(dataDir: string, chapters: number): () => Promise<boolean> {
  const runs = new Map<string, number>();
  return async () => {
    const run = await readLastRun(dataDir);
    if (run) runs.set(run.endedAt, run.new);
    return [...runs.values()].reduce((sum, taken) => sum + taken, 0) >= chapters;
  };
}

/** Writes this many archives with one small page each, all different, a hundred in each series. */
async function writeChapters(folder: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const background = { r: index >> 8, g: index & 255, b: 128 };
    const page = sharp({ create: { width: 400, height: 600, channels: 3, background } });
    const series = join(folder, `长篇${Math.floor(index / 100)}`);
    mkdirSync(series, { recursive: true });
    writeFileSync(join(series, `第${(index % 100) + 1}话.cbt`), tarOf('1.png', await page.png().toBuffer()));
  }
}

const TAR_BLOCK = 512;

/** A tar archive with one file (POSIX.1-1988, "ustar"). */
function tarOf(name: string, bytes: Buffer): Buffer {
  const header = Buffer.alloc(TAR_BLOCK);
  const fields = { 0: name, 100: '0000644', 124: bytes.length.toString(8).padStart(11, '0'), 148: ' '.repeat(8) };
  for (const [at, text] of Object.entries({ ...fields, 156: '0', 257: 'ustar', 263: '00' }))
    header.write(text, Number(at), 'ascii');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(sum.toString(8).padStart(6, '0').concat('\0'), 148, 'ascii');
  const ending = Buffer.alloc(TAR_BLOCK - (bytes.length % TAR_BLOCK || TAR_BLOCK));
  return Buffer.concat([header, bytes, ending, Buffer.alloc(2 * TAR_BLOCK)]);
}

function watcherOf(app: number): number {
  const watcher = readProcesses().find(
    ({ pid, parent }) =>
      parent === app && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/operator/library/main.ts'),
  );
  if (!watcher) throw new Error('Nothing watches the library folder');
  return watcher.pid;
}

type Line = { time: string; msg: string; leftSeconds?: number };

/** The factor between the logged estimate of the time left for the pages and the time that it took. */
function estimateRow(log: string): Row {
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line));
  const at = ({ time }: Line) => Date.parse(time) / 1000;
  const factors = lines.flatMap((line, index) => {
    const { msg, leftSeconds = 0 } = line;
    const end = lines.slice(index).find((later) => later.msg === 'the library folders were imported');
    if (!end || !msg.startsWith('making the pages') || leftSeconds < LEAST_ESTIMATED_SECONDS) return [];
    const took = at(end) - at(line);
    return [Math.max(took / leftSeconds, leftSeconds / took)];
  });
  const name = 'time left, estimated against taken';
  if (factors.length === 0) return missingRow(name, 'nothing was estimated');
  const { median, low, high } = spreadOf(factors);
  const row = figureRow(name, median, { atMost: GOALS.estimate }, (factor) => `× ${factor.toFixed(2)}`);
  return { ...row, spread: `${low.toFixed(2)}–${high.toFixed(2)}` };
}
