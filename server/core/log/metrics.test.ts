import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const POOL = { totalCount: 5, idleCount: 3, waitingCount: 1 } as Pool;

/** The lines of the metric with this name. */
async function linesOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
}

test('calls are counted by path and code, and measured by path', async () => {
  const metrics = createMetrics(POOL);
  metrics.observeCall('home', 0, 0.01);
  metrics.observeCall('home', 0, 0.2);
  metrics.observeCall('home', 1003, 0.2);
  expect(await linesOf(metrics, 'manyu_calls_total{')).toEqual([
    'manyu_calls_total{path="home",code="0"} 2',
    'manyu_calls_total{path="home",code="1003"} 1',
  ]);
  expect(await linesOf(metrics, 'manyu_call_seconds_count')).toEqual(['manyu_call_seconds_count{path="home"} 3']);
  expect(await linesOf(metrics, 'manyu_call_seconds_bucket')).toEqual(
    [
      ['0.001', 0],
      ['0.005', 0],
      ['0.02', 1],
      ['0.1', 1],
      ['0.5', 3],
      ['2', 3],
      ['10', 3],
      ['+Inf', 3],
    ].map(([le, count]) => `manyu_call_seconds_bucket{le="${le}",path="home"} ${count}`),
  );
});

test('reading the metrics twice does not count anything twice', async () => {
  const metrics = createMetrics(POOL);
  metrics.observeCached('home');
  metrics.observeCached('home');
  metrics.countForeign('origin');
  metrics.countImage('hit');
  const counts = ['manyu_kept_answers_total{path="home"} 2', 'manyu_foreign_calls_total{reason="origin"} 1'];
  for (const line of [...counts, ...counts, 'manyu_images_total{result="hit"} 1'])
    expect((await metrics.text()).split('\n')).toContain(line);
  metrics.observeCached('home');
  expect(await metrics.text()).toContain('manyu_kept_answers_total{path="home"} 3');
});

test('the metric of a job is the time of its last success in seconds', async () => {
  const metrics = createMetrics(POOL);
  metrics.observeJob('sweep', 'failed');
  expect(await linesOf(metrics, 'manyu_job_done_timestamp_seconds{')).toEqual([]);
  metrics.observeJob('sweep', 'done');
  const [line = ''] = await linesOf(metrics, 'manyu_job_done_timestamp_seconds{name="sweep"}');
  expect(Math.abs(Number(line.split(' ')[1]) - Date.now() / 1000)).toBeLessThan(60);
  expect(await linesOf(metrics, 'manyu_job_runs_total{')).toEqual([
    'manyu_job_runs_total{name="sweep",result="failed"} 1',
    'manyu_job_runs_total{name="sweep",result="done"} 1',
  ]);
});

test('connections, gauges and process figures are read when the metrics are requested', async () => {
  const metrics = createMetrics(POOL);
  let size = 1;
  metrics.watch({ name: 'manyu_queue_size', help: 'Waiting.', read: () => size });
  size = 7;
  expect(await linesOf(metrics, 'manyu_queue_size')).toEqual(['manyu_queue_size 7']);
  expect(await linesOf(metrics, 'manyu_database_connections{')).toEqual([
    'manyu_database_connections{state="total"} 5',
    'manyu_database_connections{state="idle"} 3',
    'manyu_database_connections{state="waiting"} 1',
  ]);
  expect(await linesOf(metrics, 'process_cpu_seconds_total')).toHaveLength(1);
});
