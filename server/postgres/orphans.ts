import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Ends the backends of a killed postmaster: one in a long statement does not notice, and no new PostgreSQL may start
 * beside it. They are known by their working folder, the cluster; where there is no /proc they are waited for instead.
 */
export function quitOrphans(cluster: string): void {
  for (const pid of processes()) {
    try {
      // Not a shell of the operator in that folder.
      const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
      if (isPostgres && readlinkSync(`/proc/${pid}/cwd`) === cluster) process.kill(pid, 'SIGQUIT');
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
  }
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
