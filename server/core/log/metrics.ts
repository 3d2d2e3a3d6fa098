import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Histogram, Gauge as PromGauge, Registry } from 'prom-client';

/** A number that is counted elsewhere, or with `label` one for each value of the label. */
export type Gauge =
  | { name: string; help: string; read(): number }
  | { name: string; help: string; label: string; read(): Readonly<Record<string, number>> };

/** The answer at /metrics for the operator's Prometheus. */
export type Metrics = {
  observeCall(path: string, code: number, seconds: number): void;
  /** A cached answer was sent: counted apart, because it takes no measurable time. */
  observeCached(path: string): void;
  /** A call that a page of another site made was refused. */
  countForeign(reason: string): void;
  countImage(result: 'hit' | 'read' | 'refused' | 'missing'): void;
  /** A job has run; the time of its last success is exported too. */
  observeJob(job: string, result: 'done' | 'failed'): void;
  /** Counts a notification of a payment by its result. */
  countNotification(channel: string, result: string): void;
  /** Counts a text message by its result. */
  countSms(sender: string, outcome: string): void;
  watch(gauge: Gauge): void;
  text(): Promise<string>;
  contentType: string;
};

/**
 * The metrics of Node itself: once for the process, which may run several apps. Its clocks and observers can't be stopped, and would
 * hold each app that has ended.
 */
let ofProcess: Registry | undefined;

function metricsOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(pool: Pool): Metrics {
  const registry = new Registry();
  const ofNode = metricsOfProcess();
  const calls = new Histogram({
    name: 'manyu_call_seconds',
    help: 'Time to answer a call, by path.',
    labelNames: ['path'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const codes = tally(registry, 'manyu_calls_total', 'Calls answered, by path and code.', ['path', 'code']);
  const cached = tally(registry, 'manyu_kept_answers_total', 'Calls answered from memory, by path.', ['path']);
  const foreign = tally(registry, 'manyu_foreign_calls_total', 'Calls refused to other sites, by reason.', ['reason']);
  const images = tally(registry, 'manyu_images_total', 'Images asked for, by result.', ['result']);
  const notifications = tally(registry, 'manyu_notifications_total', 'Notifications of payments, by result.', [
    'channel',
    'result',
  ]);
  const sms = tally(registry, 'manyu_sms_total', 'Text messages handed to a sender, by outcome.', [
    'sender',
    'outcome',
  ]);
  // Not `job`, because Prometheus uses that label for its targets.
  const jobs = tally(registry, 'manyu_job_runs_total', 'Runs of the repeated jobs, by result.', ['name', 'result']);
  const jobDoneAt = new PromGauge({
    name: 'manyu_job_done_timestamp_seconds',
    help: 'When a repeated job was last done by this process.',
    labelNames: ['name'],
    registers: [registry],
  });
  new PromGauge({
    name: 'manyu_database_connections',
    help: 'Connections of the pool.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return {
    observeCall(path, code, seconds) {
      calls.observe({ path }, seconds);
      codes(`${path} ${code}`);
    },
    observeCached: cached,
    countForeign: foreign,
    countImage: images,
    observeJob(job, result) {
      jobs(`${job} ${result}`);
      if (result === 'done') jobDoneAt.set({ name: job }, Date.now() / 1000);
    },
    countNotification: (channel, result) => notifications(`${channel} ${result}`),
    countSms: (sender, outcome) => sms(`${sender} ${outcome}`),
    watch(watched) {
      const { name, help } = watched;
      new PromGauge({
        name,
        help,
        labelNames: 'label' in watched ? [watched.label] : [],
        registers: [registry],
        collect() {
          if ('label' in watched)
            for (const [value, number] of Object.entries(watched.read())) this.set({ [watched.label]: value }, number);
          else this.set(watched.read());
        },
      });
    },
    text: () => Registry.merge([ofNode, registry]).metrics(),
    contentType: registry.contentType,
  };
}

/**
 * A counter that is cheap to increment: prom-client sorts and joins labels at each call, so sums are stored beside it and
 * handed over when metrics are collected. The values of the labels are one text, joined by spaces.
 */
function tally(registry: Registry, name: string, help: string, labelNames: string[]): (values: string) => void {
  const sums = new Map<string, number>();
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      for (const [values, sum] of sums) {
        const parts = values.split(' ');
        this.inc(Object.fromEntries(labelNames.map((label, index) => [label, parts[index] ?? ''])), sum);
      }
      sums.clear();
    },
  });
  return (values) => {
    sums.set(values, (sums.get(values) ?? 0) + 1);
  };
}
