import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the operator's Prometheus reads at /metrics. */
export type Metrics = {
  observeCall(path: string, code: number, seconds: number): void;
  /** An answer kept sealed was sent again: counted apart, for it takes no time worth a bucket. */
  observeKept(path: string): void;
  countImage(result: 'hit' | 'read' | 'refused' | 'missing'): void;
  text(): Promise<string>;
  contentType: string;
};

export function createMetrics(pool: Pool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'manyu_call_seconds',
    help: 'Time to answer a call, by path.',
    labelNames: ['path'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  const codes = new Counter({
    name: 'manyu_calls_total',
    help: 'Calls answered, by path and code.',
    labelNames: ['path', 'code'],
    registers: [registry],
  });
  // A label is looked up by its text; what is sent most is counted beside and handed over when asked.
  const keptNow = new Map<string, number>();
  new Counter({
    name: 'manyu_kept_answers_total',
    help: 'Calls answered from memory, by path.',
    labelNames: ['path'],
    registers: [registry],
    collect() {
      for (const [path, count] of keptNow) this.inc({ path }, count);
      keptNow.clear();
    },
  });
  const images = new Counter({
    name: 'manyu_images_total',
    help: 'Images asked for, by result.',
    labelNames: ['result'],
    registers: [registry],
  });
  new Gauge({
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
      codes.inc({ path, code });
    },
    observeKept(path) {
      keptNow.set(path, (keptNow.get(path) ?? 0) + 1);
    },
    countImage: (result) => images.inc({ result }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
