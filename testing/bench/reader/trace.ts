/** An event of a Chromium trace; times in microseconds, `tdur` being the thread's own CPU time. */
export type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: object };
};

export const TRACED = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** A longer task delays the reaction to a touch noticeably. */
const LONG_MICROS = 50_000;

/** The work of a page's main thread during the trace. */
export type MainThread = {
  /** CPU milliseconds, including the simulated slowdown. */
  busyMs: number;
  /** Tasks with more than 50 ms of CPU time. Time in which other processes ran does not count. */
  longTasks: number;
  /** CPU milliseconds of the longest task. */
  longestMs: number;
};

export function mainThreadOf(events: readonly TraceEvent[]): MainThread {
  const tasks = tasksOfPage(events);
  return {
    busyMs: tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
    longTasks: tasks.filter(({ tdur = 0 }) => tdur > LONG_MICROS).length,
    longestMs: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}

/** The tasks of the busiest main thread. The browser's other renderers are idle. */
function tasksOfPage(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const all = mains.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name === 'RunTask'),
  );
  return all.reduce((most, tasks) => (tasks.length > most.length ? tasks : most), []);
}
