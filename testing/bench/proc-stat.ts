import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in these units everywhere it matters (`getconf CLK_TCK`). */
const TICK_MICROS = 10_000;
/** Positions after the name. */
const FIELDS = { parent: 1, user: 11, system: 12, childrenUser: 13, childrenSystem: 14 };

/** The figures of a process in /proc/<pid>/stat. CPU times in microseconds; `ended` is the time of ended children. */
export type ProcStat = { pid: number; parent: number; cpuMicros: number; endedMicros: number };

/** Reads one line of /proc/<pid>/stat. The name in brackets may itself hold spaces and brackets. */
export function parseProcStat(line: string): ProcStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index]);
  const stat = {
    pid: Number.parseInt(line, 10),
    parent: at(FIELDS.parent),
    cpuMicros: (at(FIELDS.user) + at(FIELDS.system)) * TICK_MICROS,
    endedMicros: (at(FIELDS.childrenUser) + at(FIELDS.childrenSystem)) * TICK_MICROS,
  };
  if (Object.values(stat).some((value) => !Number.isInteger(value))) throw new Error(`Not a stat line: ${line}`);
  return stat;
}

/** CPU time so far of these processes and all their descendants, including ended ones; each counts once. */
export function cpuMicrosOf(roots: readonly number[], all: readonly ProcStat[]): number {
  const counted = new Map<number, number>();
  const waiting = [...roots];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const own = all.find((stat) => stat.pid === pid);
    if (!own) throw new Error(`Process ${pid} is gone`);
    if (counted.has(pid)) continue;
    counted.set(pid, own.cpuMicros + own.endedMicros);
    waiting.push(...all.filter((stat) => stat.parent === own.pid).map((child) => child.pid));
  }
  return [...counted.values()].reduce((sum, micros) => sum + micros, 0);
}

/** All processes there are now. */
export function readProcesses(): ProcStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseProcStat(readFileSync(`/proc/${name}/stat`, 'utf8'))];
      } catch {
        return []; // It has ended.
      }
    });
}

/** Bytes of a process that lie in memory (VmRSS). */
export function residentBytes(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (!kib) throw new Error(`No VmRSS of process ${pid}`);
  return Number(kib) * 1024;
}

/** The most bytes of a process that have lain in memory at once (VmHWM); null = it is gone. */
export function peakBytes(pid: number): number | null {
  try {
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib ? Number(kib) * 1024 : null;
  } catch {
    return null;
  }
}
