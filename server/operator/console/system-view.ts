import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import type { Job } from '../../core/jobs/jobs.ts';
import {
  findRefusedImport,
  findTask,
  listAllRaised,
  listDiskDays,
  listJobStates,
  type Task,
} from '../../modules/operations/operations.ts';
import { backupFolder, listBackups, timeOf } from '../backup/backup-folder.ts';
import { sizeOf } from '../backup/history.ts';
import { readManifest } from '../backup/manifest.ts';
import { lastBackup, lastBackupFolder } from '../backup/tables.ts';
import { daysUntilFull, RATE_DAYS } from '../disk/days-left.ts';
import type { DiskWatch } from '../disk/disk-watch.ts';
import { readLastRun } from '../library/last-run.ts';

type System = DataOf<typeof system>;
type Checks = System['checks'];

/** A process that has not reported for this time counts as stopped. A running one reports every second. */
export const SILENT_MS = 30_000;
const MOST_BACKUPS = 60;
const MOST_REFUSED = 100;

export async function viewTasks(
  pool: Pool,
  now: Date,
): Promise<{ doctor: System['doctor']; backup: System['backups']['task'] }> {
  const [doctor, backup] = [await findTask(pool, 'doctor'), await findTask(pool, 'backup')];
  return {
    doctor: doctor && { ...viewTask(doctor, now), result: resultOf(doctor).findings ?? null },
    backup: backup && { ...viewTask(backup, now), result: null },
  };
}

function viewTask(task: Task, now: Date) {
  const { state, startedAt, seenAt, endedAt, step, done, total } = task;
  const isLost = state === 'running' && now.getTime() - seenAt.getTime() > SILENT_MS;
  return {
    state: isLost ? ('lost' as const) : state,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    step,
    done,
    total,
    text: resultOf(task).text ?? null,
  };
}

/** The result that the process of the task has written. */
function resultOf({ result }: Task): { text?: string; findings?: Checks } {
  return (result ?? {}) as { text?: string; findings?: Checks };
}

export async function viewJobs(pool: Pool, jobs: ReadonlyMap<string, Job>): Promise<System['jobs']> {
  const states = new Map((await listJobStates(pool)).map((state) => [state.name, state]));
  return [...jobs].map(([name, { everyMs }]) => {
    const { doneAt = null, failedAt = null, failure = null } = states.get(name) ?? {};
    return {
      name,
      everySeconds: everyMs / 1000,
      doneAt: doneAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
      failure,
    };
  });
}

export async function viewImports(pool: Pool, dataDir: string): Promise<Pick<System, 'library' | 'refusedImport'>> {
  const [run, refused] = [await readLastRun(dataDir), await findRefusedImport(pool)];
  return {
    library: run && { ...run, refusedFiles: run.refusedFiles.slice(0, MOST_REFUSED) },
    refusedImport: refused && { ...refused, at: refused.at.toISOString() },
  };
}

type BackupPaths = { backupDir: string | null; dataDir: string };

/** The folder of backups: as it is set, or that of the latest backup, or one in the data folder. */
export async function backupFolderOf(pool: Pool, { backupDir, dataDir }: BackupPaths): Promise<string> {
  return backupDir ?? (await lastBackupFolder(pool)) ?? path.join(dataDir, 'backups');
}

export async function viewBackups(pool: Pool, config: BackupPaths): Promise<Omit<System['backups'], 'task'>> {
  const folder = await backupFolderOf(pool, config);
  const lastAt = (await lastBackup(pool))?.toISOString() ?? null;
  const place = backupFolder(folder);
  const names = (await listBackups(place)).reverse().slice(0, MOST_BACKUPS);
  const list: System['backups']['list'] = [];
  for (const name of names) {
    // The command that verifies backups reports an unreadable one.
    const manifest = await readManifest(`${folder}/${name}`).catch(() => null);
    if (!manifest) continue;
    const databaseBytes = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
    list.push({ name, madeAt: timeOf(name).toISOString(), ...sizeOf(manifest), databaseBytes });
  }
  const isOnSameDisk = await isSameDisk(folder, config.dataDir);
  return { folder, isOnSameDisk, lastAt, list };
}

async function isSameDisk(one: string, other: string): Promise<boolean> {
  return (await diskOf(one)) === (await diskOf(other));
}

/** The device number. A folder that does not exist yet will be on the disk of the folder around it. */
async function diskOf(folder: string): Promise<number> {
  const found = await stat(folder).catch(() => null);
  return found?.dev ?? diskOf(path.dirname(folder));
}

export async function viewDisks(pool: Pool, disks: DiskWatch, now: Date): Promise<System['disks']> {
  const low = new Set(disks.low().map(({ path }) => path));
  return Promise.all(
    disks.seen().map(async ({ path, freeBytes, usedBytes }) => {
      const days = await listDiskDays(pool, path, RATE_DAYS, now);
      const daysLeft = daysUntilFull(days, { freeBytes, usedBytes, now });
      return { path, freeBytes, usedBytes, daysLeft, low: low.has(path) };
    }),
  );
}

export async function viewRaised(pool: Pool): Promise<System['alerts']['raised']> {
  return (await listAllRaised(pool)).map(({ at, ...alert }) => ({ ...alert, at: at.toISOString() }));
}
