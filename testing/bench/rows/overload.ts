import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadRequest, overload } from '../loader.ts';
import { percentile } from '../spread.ts';
import type { Stage } from '../stage.ts';
import { figureRow, goalText, missingRow, type Row, verdictOf } from '../table.ts';

/** The first is the one that the others are compared with: enough to keep the server busy. */
const CONNECTIONS = [64, 1_000, 5_000] as const;
const CALLS = ['home', 'user/info'] as const;
const GOALS = { longestMs: 1_000, throughput: 0.8 };
/** The address of another reader than the one that makes the load. All of 127.0.0.0/8 is this machine. */
const HONEST_ADDRESS = '127.0.0.2';
const HONEST_EVERY_MS = 50;

/** The seconds until all connections are open (opening thousands takes one), and then the measured seconds. */
const OPENING_SECONDS = 3;
const COUNTED_SECONDS = 2;
/** The load lasts longer than the measurement, so that its end is not measured. */
const SPARE_SECONDS = 1;

/** The result of one load: how many of its calls were answered while it counted, and how long honest readers waited. */
type Met = { answered: number; waits: number[] };

/**
 * Response times of new readers with their own connections, while one address sends requests on many connections. The loads
 * take turns. The app's metrics give the number of responses after all connections were open.
 */
export async function measureOverload(stage: Stage, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of CALLS) {
    const request = stage.request(path, {});
    // Warms up: the first load runs uncompiled code.
    await overload(request, CONNECTIONS[0], OPENING_SECONDS);
    const met = new Map<number, Met[]>(CONNECTIONS.map((connections) => [connections, []]));
    for (let round = 0; round < rounds; round++)
      for (const connections of CONNECTIONS) {
        const one = await overloadOnce(stage.metricsUrl, path, request, connections);
        if (!one) return [missingRow('overload', 'wrk is not installed')];
        met.get(connections)?.push(one);
      }
    const best = (met.get(CONNECTIONS[0]) ?? []).map(({ answered }) => answered);
    for (const [connections, each] of met) {
      const name = `${path}, ${connections.toLocaleString('en')} connections`;
      const waits = each.flatMap((one) => one.waits);
      rows.push(
        waitRow(name, waits),
        throughputRow(
          `${name}, answered`,
          each.map(({ answered }) => answered),
          best,
        ),
      );
    }
  }
  return rows;
}

async function overloadOnce(
  metricsUrl: string,
  path: string,
  request: LoadRequest,
  connections: number,
): Promise<Met | null> {
  const waits: number[] = [];
  let isOver = false;
  const load = overload(request, connections, OPENING_SECONDS + COUNTED_SECONDS + SPARE_SECONDS);
  await sleep(OPENING_SECONDS * 1000);
  const asking = askHonestly(request, waits, () => isOver);
  const [before, from] = [await answeredBy(metricsUrl, path), performance.now()];
  await sleep(COUNTED_SECONDS * 1000);
  const [after, to] = [await answeredBy(metricsUrl, path), performance.now()];
  isOver = true;
  const result = await load;
  await asking;
  return result && { answered: Math.round(((after - before) * 1000) / (to - from)), waits };
}

/** The number of successful calls, cached or not. */
async function answeredBy(metricsUrl: string, path: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const counted = text.matchAll(/^manyu_(?:kept_answers_total|calls_total)\{path="([^"]+)"(?:,code="0")?\} (\d+)$/gm);
  return [...counted].reduce((sum, [, of, count]) => (of === path ? sum + Number(count) : sum), 0);
}

function waitRow(name: string, waits: number[]): Row {
  const row = figureRow(name, Math.max(...waits), { atMost: GOALS.longestMs }, (ms) => `${ms.toFixed(0)} ms`);
  const shown = `p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms`;
  return { ...row, ours: `${shown}, longest ${row.ours}` };
}

/** Sends calls until the load is over. A call without a response counts as ten seconds. */
async function askHonestly(request: LoadRequest, waits: number[], isOver: () => boolean): Promise<void> {
  const asked: Promise<void>[] = [];
  while (!isOver()) {
    asked.push(askOnce(request).then((ms) => void waits.push(ms)));
    await sleep(HONEST_EVERY_MS);
  }
  await Promise.all(asked);
}

const NO_ANSWER_MS = 10_000;

function askOnce({ url, method, headers, body }: LoadRequest): Promise<number> {
  const started = performance.now();
  return new Promise((resolve) => {
    const options = { method, headers, localAddress: HONEST_ADDRESS, agent: false, timeout: NO_ANSWER_MS };
    const sent = send(url, options, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode === 200 ? performance.now() - started : NO_ANSWER_MS));
    });
    sent.on('timeout', () => sent.destroy()).on('error', () => resolve(NO_ANSWER_MS));
    sent.end(body);
  });
}

function throughputRow(name: string, answered: readonly number[], best: readonly number[]): Row {
  const ratios = answered.map((count, round) => count / (best[round] ?? Number.NaN)).sort((a, b) => a - b);
  const median = percentile(ratios, 0.5);
  const goal = { atLeast: GOALS.throughput };
  return {
    name,
    ours: `${percentile(answered, 0.5)}/s`,
    baseline: `${percentile(best, 0.5)}/s (${CONNECTIONS[0]} connections)`,
    ratio: median.toFixed(2),
    spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    goal: goalText(goal, String),
    verdict: verdictOf(median, goal),
  };
}
