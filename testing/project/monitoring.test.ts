import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { config } from '#contract/calls/site';
import { jobName } from '#contract/console/job-names';
import { startTestApp, type TestApp } from '../app/app.ts';
import { isInstalled } from '../drills/proxies.ts';

const DEPLOYED = fileURLToPath(new URL('../../deploy', import.meta.url));
const RULES = path.join(DEPLOYED, 'prometheus/manyu.rules.yml');
const read = (name: string) => readFileSync(path.join(DEPLOYED, name), 'utf8');

const Said = v.strictObject({ summary: v.string(), description: v.string() });
const Alert = v.strictObject({
  alert: v.pipe(v.string(), v.regex(/^Manyu[A-Z]/)),
  expr: v.string(),
  for: v.optional(v.pipe(v.string(), v.regex(/^\d+[mh]$/))),
  labels: v.strictObject({ severity: v.picklist(['warning', 'critical']) }),
  annotations: Said,
});
const RulesFile = v.object({ groups: v.array(v.object({ rules: v.array(Alert) })) });
const Panel = v.object({
  id: v.number(),
  gridPos: v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() }),
  targets: v.optional(v.array(v.object({ expr: v.string(), legendFormat: v.string() })), []),
});

const alerts = v.parse(RulesFile, parse(read('prometheus/manyu.rules.yml'))).groups.flatMap(({ rules }) => rules);
const { panels } = v.parse(v.object({ panels: v.array(Panel) }), JSON.parse(read('grafana/manyu.json')));
const targets = panels.flatMap((panel) => panel.targets);

let site: TestApp;
/** The labels of exported metrics by metric or series name. */
let exported: Map<string, Set<string>>;
let text: string;
beforeAll(async () => {
  const disk = { name: 'data', path: '/', freeBytes: 1, usedBytes: 1 };
  const disks = { look: async () => {}, low: () => [], seen: () => [disk] };
  site = await startTestApp({ metrics: true, disks });
  const { metrics } = site.app;
  await site.call(config, { platform: 'pc' });
  await site.call(config, { platform: 'pc' });
  await site.app.runFrequentJobs();
  // Events that don't happen in an ordinary minute.
  metrics.observeCall('site/config', 9000, 0.1);
  metrics.observeJob('views', 'failed');
  metrics.countForeign('origin');
  metrics.countImage('hit');
  metrics.countNotification('alipay', 'done');
  metrics.countSms('aliyun', 'operator-fault');
  text = (await site.http.inject('/metrics')).body;
  exported = new Map();
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) exported.set(name, new Set());
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = exported.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    exported.set(name, known);
  }
});
afterAll(() => site.close());

test('the console has a name for each job', () => {
  const names = [...site.app.jobs.keys()];
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => jobName(name) === name)).toEqual([]);
});

/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance'];
const FUNCTIONS = /\b(?:sum|min|max|rate|increase|time|topk|vector|histogram_quantile|predict_linear)\b/g;

/** The metrics of an expression, and the labels used by it and its annotations. */
function usedIn(expr: string, says: string) {
  const bare = expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
  const groups = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */));
  const matched = [...bare.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', list = '']) =>
    [...list.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, label = '']) => ({ name, label })),
  );
  const without = bare
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\bby \([^)]*\)/g, '')
    .replaceAll(FUNCTIONS, '');
  const names = [...without.matchAll(/[a-z]\w+/g)].map(([name]) => name);
  const said = [...says.matchAll(/\{\{ ?(?:\$labels\.)?(\w+)[^}]*\}\}/g)].map(([, label = '']) => label);
  return {
    names: names.filter((name) => !['and', 'or', 'unless', 'offset'].includes(name)),
    matched,
    labels: [...groups, ...said],
  };
}

test.each([
  ...alerts.map(({ alert, expr, annotations }) => [alert, expr, Object.values(annotations).join(' ')] as const),
  ...targets.map(({ expr, legendFormat }) => ['the dashboard', expr, legendFormat] as const),
])('%s uses exported metrics: %s', (_name, expr, says) => {
  const { names, matched, labels } = usedIn(expr, says);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names.filter((each) => each !== 'up')) expect([...exported.keys()]).toContain(name);
  const known = [...ADDED, ...names.flatMap((name) => [...(exported.get(name) ?? [])])];
  for (const label of labels) expect(known).toContain(label);
  for (const { name, label } of matched) expect([...ADDED, ...(exported.get(name) ?? [])]).toContain(label);
});

test('label values in rules are exported by the app', () => {
  const sought = alerts.flatMap(({ expr }) => [...expr.matchAll(/(manyu_\w+)\{(\w+)="([^"]+)"\}/g)]);
  expect(sought.length).toBeGreaterThan(5);
  for (const [, name, label, value] of sought)
    expect(text, `${name} ${label}`).toMatch(new RegExp(`^${name}\\{.*${label}="${value}"`, 'm'));
});

test('no metric has a label of Prometheus itself', () => {
  for (const labels of exported.values()) for (const label of ADDED) expect([...labels]).not.toContain(label);
});

test('the panels of the dashboard have different ids and don’t overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

test.runIf(isInstalled('promtool'))('Prometheus accepts the files, and the rules fire as expected', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'manyu-rules-'));
  const promtool = (...given: string[]) => execFileSync('promtool', given, { encoding: 'utf8', stdio: 'pipe' });
  promtool('check', 'config', path.join(DEPLOYED, 'prometheus/prometheus.yml'));
  const firing = (alertname: string, severity: string, more = {}) => ({
    eval_time: '8m',
    alertname,
    exp_alerts: [{ exp_labels: { severity, ...more } }],
  });
  const silent = (alertname: string, eval_time = '8m') => ({ eval_time, alertname, exp_alerts: [] });
  const cases = {
    rule_files: [RULES],
    tests: [
      {
        interval: '1m',
        input_series: [
          // The first error creates the series.
          { series: 'manyu_calls_total{path="comic/info",code="9000"}', values: '_x5 1x60' },
          { series: 'manyu_calls_total{path="comic/info",code="0"}', values: '0+1000x60' },
          { series: 'manyu_last_backup_timestamp_seconds', values: '0x60' },
          { series: 'manyu_orders{state="paid"}', values: '1x60' },
          { series: 'manyu_sms_sent_today', values: '0x60' },
          { series: 'manyu_sms_daily_budget', values: '0x60' },
        ],
        alert_rule_test: [
          { ...firing('ManyuFaults', 'warning', { path: 'comic/info' }), eval_time: '7m' },
          silent('ManyuFaults', '4m'),
          silent('ManyuFaults', '40m'),
          silent('ManyuManyFaults'),
          silent('ManyuBackupLate'),
          firing('ManyuOrdersWaiting', 'critical'),
          silent('ManyuSmsBudget'),
        ].map((each) => ({
          ...each,
          exp_alerts: each.exp_alerts.map((alert) => ({ ...alert, exp_annotations: annotationsOf(each.alertname) })),
        })),
      },
    ],
  };
  writeFileSync(path.join(folder, 'cases.yml'), stringify(cases));
  promtool('test', 'rules', path.join(folder, 'cases.yml'));
  rmSync(folder, { recursive: true });
});

/** With the values of the cases above. */
function annotationsOf(name: string) {
  const found = alerts.find(({ alert }) => alert === name)?.annotations;
  const fill = (text = '') => text.replaceAll('{{ $labels.path }}', 'comic/info').replaceAll('{{ $value }}', '1');
  return { summary: fill(found?.summary), description: fill(found?.description) };
}
