import { setTimeout as sleep } from 'node:timers/promises';
import { peakBytes } from '../proc-stat.ts';
import { percentile } from '../spread.ts';
import { goalText, type Row, verdictOf } from '../table.ts';
import type { BusySite } from './site.ts';
import { readSteadily, type Waited } from './steady-readers.ts';

const CALLS_A_SECOND = 200;
/** After a start, the ranking, the search index and the recommendations are made. */
const WARM_UP_MS = 15_000;
const PHASE_MS = 2_000;
/** Measured before and after a process that is not stopped. */
const ALONE_MS = 12_000;
/** Ignored at the beginning of each phase, until earlier requests have ended. */
const SETTLES_MS = 300;
/** Parts of the spread; each has enough calls for a 99th percentile. */
const PARTS = 5;
const GOAL = { atMost: 1.2 };

/** The process that runs beside readers. */
export type Besider = { pid: number; isOver(): Promise<boolean> };

export type Beside = {
  /** Response times while it ran, and while it was stopped. */
  beside: number[];
  alone: number[];
  /** Its running time. */
  seconds: number;
  peakBytes: number;
};

type Phase = { from: number; to: number; works: boolean };

/**
 * Compares response times while a process runs with those while it does not. A stoppable process is paused and resumed in turn
 * until it ends. A process that holds locks, for which readers would wait, is compared with the time before and after it.
 */
export async function measureBeside(
  site: BusySite,
  start: () => Promise<Besider>,
  { isStoppable }: { isStoppable: boolean },
): Promise<Beside> {
  const readers = readSteadily(site.next, CALLS_A_SECOND);
  const phases: Phase[] = [];
  let peak = 0;
  const spend = async (works: boolean, ms: number, isOver = async () => false) => {
    const from = performance.now();
    while (performance.now() - from < ms && !(await isOver())) await sleep(50);
    phases.push({ from: from + SETTLES_MS, to: performance.now(), works });
  };
  await sleep(WARM_UP_MS);
  if (!isStoppable) await spend(false, ALONE_MS);
  const { pid, isOver } = await start();
  try {
    while (!(await isOver())) {
      await spend(true, PHASE_MS, isOver);
      peak = Math.max(peak, peakBytes(pid) ?? 0);
      if (!isStoppable) continue;
      if (!sendSignal(pid, 'SIGSTOP')) break;
      await spend(false, PHASE_MS);
      sendSignal(pid, 'SIGCONT');
    }
  } finally {
    sendSignal(pid, 'SIGCONT');
  }
  if (!isStoppable) await spend(false, ALONE_MS);
  const waits = await readers.stop();
  const during = (works: boolean) =>
    phases.filter((phase) => phase.works === works).flatMap((phase) => waits.filter(isIn(phase)).map(({ ms }) => ms));
  const worked = phases.filter(({ works }) => works).reduce((sum, { from, to }) => sum + to - from + SETTLES_MS, 0);
  return { beside: during(true), alone: during(false), seconds: worked / 1000, peakBytes: peak };
}

function isIn({ from, to }: { from: number; to: number }) {
  return ({ at }: Waited) => at >= from && at < to;
}

/** False: the process has ended. */
function sendSignal(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** The response times beside it, against those without it. */
export function besideRow(name: string, { beside, alone }: Pick<Beside, 'beside' | 'alone'>): Row {
  const shown = (waits: number[]) =>
    `p50 ${percentile(waits, 0.5).toFixed(1)}, p99 ${percentile(waits, 0.99).toFixed(1)} ms`;
  const part = (waits: number[], index: number) =>
    waits.slice((index * waits.length) / PARTS, ((index + 1) * waits.length) / PARTS);
  const ratio = percentile(beside, 0.99) / percentile(alone, 0.99);
  const ratios = Array.from({ length: PARTS }, (_, index) => {
    return percentile(part(beside, index), 0.99) / percentile(part(alone, index), 0.99);
  }).sort((a, b) => a - b);
  return {
    name,
    ours: shown(beside),
    baseline: `${shown(alone)} (without)`,
    ratio: ratio.toFixed(2),
    spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    goal: goalText(GOAL, String),
    verdict: verdictOf(ratio, GOAL),
  };
}
