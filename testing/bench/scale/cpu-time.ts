import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Milliseconds of CPU time that this process and the backends of a database have used so far, to the microsecond. */
export type CpuClock = () => number;

export async function openCpuClock(pool: pg.Pool): Promise<CpuClock> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and backend_type = $1',
    ['client backend'],
  );
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + rows.reduce((sum, { pid }) => sum + backendMs(pid), 0);
  };
}

/** /proc/<pid>/schedstat begins with the CPU time in nanoseconds; 0 for an ended process. */
function backendMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
