import type { ChildProcess } from 'node:child_process';
import { openPool, transaction } from '../../../server/core/db/db.ts';
import { createLog } from '../../../server/core/log/log.ts';
import { offerFirstLink } from '../../../server/modules/staff/staff.ts';
import { besideRow, measureBeside } from '../beside/beside.ts';
import { openBusySite } from '../beside/site.ts';
import type { UploadTask } from '../beside/uploader.ts';
import { launch } from '../processes.ts';
import type { Row } from '../table.ts';

const SITE = { share: 0.05, pictures: 2_000 };

/** The waits of readers while these folders of archives are uploaded in the console, examined and converted. */
export async function measureUpload(folders: string[]): Promise<Row[]> {
  const site = await openBusySite(SITE);
  try {
    const measured = await measureBeside(
      site,
      async () => {
        const pool = openPool(site.app.connection, createLog('warn'));
        const link = await transaction(pool, (tx) => offerFirstLink(tx, new Date())).finally(() => pool.end());
        if (!link) throw new Error('The site has an owner already');
        const task: UploadTask = { url: site.app.url, link: link.token, folders };
        const child = launch(null, process.execPath, ['testing/bench/beside/uploader.ts', JSON.stringify(task)]);
        return { pid: child.pid ?? 0, isOver: async () => hasEnded(child) };
      },
      { isStoppable: false },
    );
    return [besideRow(`readers beside an upload and its import of ${measured.seconds.toFixed(0)} s`, measured)];
  } finally {
    await site.close();
  }
}

function hasEnded(child: ChildProcess): boolean {
  if (child.signalCode !== null || (child.exitCode ?? 0) !== 0) throw new Error('The upload failed');
  return child.exitCode === 0;
}
