import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { besideRow, measureBeside } from '../beside/beside.ts';
import { openBusySite } from '../beside/site.ts';
import { launch, removeFolder, temporaryFolder } from '../processes.ts';
import { figureRow, type Row } from '../table.ts';

/** Two million rows, and two gigabytes of pictures. */
const SITE = { share: 0.1, pictures: 10_000 };
const PEAK_MB = 200;

/** The waits of readers during the first backup of a site, when everything has to be copied. */
export async function measureBackup(isQuick: boolean): Promise<Row[]> {
  const site = await openBusySite(isQuick ? { share: SITE.share / 4, pictures: SITE.pictures / 4 } : SITE);
  const folder = temporaryFolder();
  try {
    const measured = await measureBeside(
      site,
      async () => {
        const env = { ...process.env, DATA_DIR: site.dataDir };
        const child = launch(null, process.execPath, ['server/cli.ts', 'backup', join(folder, 'backups')], { env });
        return { pid: child.pid ?? 0, isOver: async () => hasEnded(child) };
      },
      { isStoppable: true },
    );
    return [
      besideRow(`readers beside a backup of ${measured.seconds.toFixed(0)} s`, measured),
      figureRow('memory of the backup', measured.peakBytes / 1e6, { atMost: PEAK_MB }, (mb) => `${mb.toFixed(0)} MB`),
    ];
  } finally {
    await site.close();
    removeFolder(folder);
  }
}

function hasEnded(child: ChildProcess): boolean {
  if (child.signalCode !== null || (child.exitCode ?? 0) !== 0) throw new Error('The backup failed');
  return child.exitCode === 0;
}
