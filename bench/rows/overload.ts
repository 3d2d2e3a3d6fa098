import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Rounds } from '../cost.ts';
import { type LoadRequest, overload } from '../loader.ts';
import { percentile } from '../spread.ts';
import type { Stage } from '../stage.ts';
import { figureRow, goalText, missingRow, type Row, verdictOf } from '../table.ts';

/** The first is the one that the others are compared with: enough to keep the server busy. */
const CONNECTIONS = [64, 1_000, 5_000] as const;
const CALLS = ['home', 'user/info'] as const;
const GOALS = { longestMs: 1_000, throughput: 0.8 };
/** Somebody else than who makes the load; all of 127.0.0.0/8 is this machine. */
const HONEST_ADDRESS = '127.0.0.2';
const HONEST_EVERY_MS = 50;

/** Readers who come anew, each on a connection of its own, while one address asks on many connections at once. */
export async function measureOverload(stage: Stage, rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of CALLS) {
    const request = stage.request(path, {});
    const best: number[] = [];
    for (const connections of CONNECTIONS) {
      const waits: number[] = [];
      const answered: number[] = [];
      for (let round = 0; round < rounds.count; round++) {
        const load = overload(request, connections, rounds.seconds + rounds.warmUpSeconds);
        let isOver = false;
        const asking = askHonestly(request, waits, () => isOver);
        const result = await load.finally(() => {
          isOver = true;
        });
        await asking;
        if (!result) return [missingRow('overload', 'wrk is not installed')];
        answered.push(result.answered);
      }
      if (connections === CONNECTIONS[0]) best.push(...answered);
      const name = `${path}, ${connections.toLocaleString('en')} connections`;
      const shown = `p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms, longest`;
      rows.push(
        figureRow(name, Math.max(...waits), { atMost: GOALS.longestMs }, (ms) => `${ms.toFixed(0)} ms`),
        throughputRow(`${name}, answered`, answered, best),
      );
      const last = rows.at(-2);
      if (last) last.ours = `${shown} ${last.ours}`;
    }
  }
  return rows;
}

/** Asks until the load is over; a call that is not answered in ten seconds counts as that long. */
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
    ours: String(percentile(answered, 0.5)),
    baseline: `${percentile(best, 0.5)} (${CONNECTIONS[0]} connections)`,
    ratio: median.toFixed(2),
    spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    goal: goalText(goal, String),
    verdict: verdictOf(median, goal),
  };
}
