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

/** A task this long keeps a finger waiting. */
const LONG_MICROS = 50_000;

/** What the main thread of a page did while it was traced. */
export type MainThread = {
  /** CPU milliseconds, those of the slowdown included. */
  busyMs: number;
  /** Tasks that took the processor for longer than 50 ms; what other processes took away does not count. */
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

/** The tasks of the main thread that had most to do: other renderers of the browser are idle. */
function tasksOfPage(events: readonly TraceEvent[]): TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const all = mains.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name === 'RunTask'),
  );
  return all.reduce((most, tasks) => (tasks.length > most.length ? tasks : most), []);
}
