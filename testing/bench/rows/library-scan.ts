import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { readLastRun } from '../../../server/operator/library/last-run.ts';
import { makeTar } from '../../sources/archives.ts';
import { besideRow, measureBeside } from '../beside/beside.ts';
import { openBusySite } from '../beside/site.ts';
import { readProcesses } from '../proc-stat.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { figureRow, type Row } from '../table.ts';

const SITE = { share: 0.025, pictures: 1_000 };
const CHAPTERS = { full: 10_000, quick: 400 };
const PEAK_MB = 400;

/** Measures how long readers wait during the first import of a large library folder. */
export async function measureLibraryScan(isQuick: boolean): Promise<Row[]> {
  const chapters = isQuick ? CHAPTERS.quick : CHAPTERS.full;
  const folder = temporaryFolder();
  const [made, library] = [join(folder, 'made'), join(folder, 'library')];
  await writeChapters(made, chapters);
  mkdirSync(library);
  const site = await openBusySite({ ...SITE, env: { LIBRARY_DIR: library } });
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
      figureRow('memory of the scan', measured.peakBytes / 1e6, { atMost: PEAK_MB }, (mb) => `${mb.toFixed(0)} MB`),
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
    writeFileSync(
      join(series, `第${(index % 100) + 1}话.cbt`),
      makeTar([{ name: '1.png', bytes: await page.png().toBuffer() }]),
    );
  }
}

function watcherOf(app: number): number {
  const watcher = readProcesses().find(
    ({ pid, parent }) =>
      parent === app && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/operator/library/main.ts'),
  );
  if (!watcher) throw new Error('Nothing watches the library folder');
  return watcher.pid;
}
