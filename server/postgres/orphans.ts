import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Ends the backends of a killed postmaster. A backend in a long statement does not notice that it was killed, and PostgreSQL can't
 * start while one runs. They are recognised by their working folder, the cluster. Without /proc it waits until they have ended.
 */
export function quitOrphans(cluster: string): void {
  for (const pid of processes()) {
    try {
      // Not a shell of the operator in that folder.
      const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
      if (isPostgres && readlinkSync(`/proc/${pid}/cwd`) === cluster) process.kill(pid, 'SIGQUIT');
    } catch {
      // It has ended, or belongs to another user.
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
