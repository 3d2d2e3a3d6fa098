import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { percentile } from '../spread.ts';
import { figureRow, type Row } from '../table.ts';

const PAGES_A_SECOND = 1_000;
const SECONDS = { full: 10, quick: 3 };
const CONNECTIONS = 64;
const TICK_MS = 5;

type Taken = { complete: number; waits: number[]; seconds: number };

/** The page of home, asked for at a steady pace: whether each brings the answers of its first screen, and what it takes. */
export async function measureHomePage(appUrl: string, isQuick: boolean): Promise<Row> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    await takePages(agent, appUrl, SECONDS.quick);
    const { complete, waits, seconds } = await takePages(agent, appUrl, isQuick ? SECONDS.quick : SECONDS.full);
    const share = Math.floor((100 * complete) / waits.length);
    const row = figureRow('GET /, 1,000 pages/s', share, { atLeast: 100 }, (value) => `${value} % complete`);
    const waited = `p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms`;
    return { ...row, ours: `${row.ours}, ${Math.round(waits.length / seconds)}/s, ${waited}` };
  } finally {
    agent.destroy();
  }
}

async function takePages(agent: Agent, url: string, seconds: number): Promise<Taken> {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const completeTags = new Map<string, boolean>();
  const waits: number[] = [];
  let complete = 0;
  const asked: Promise<void>[] = [];
  while (elapsed() < seconds) {
    while (asked.length < elapsed() * PAGES_A_SECOND) asked.push(takeOne());
    await sleep(TICK_MS);
  }
  await Promise.all(asked);
  return { complete, waits, seconds: elapsed() };

  async function takeOne(): Promise<void> {
    const started = performance.now();
    const { tag, body } = await page(agent, url);
    waits.push(performance.now() - started);
    const known = completeTags.get(tag) ?? isComplete(body);
    completeTags.set(tag, known);
    if (known) complete++;
  }
}

async function page(agent: Agent, url: string): Promise<{ tag: string; body: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject);
  });
  const body = await buffer(response);
  return { tag: `${response.statusCode} ${response.headers.etag}`, body };
}

/** Whether the page has what its first screen shows. */
function isComplete(compressed: Buffer): boolean {
  return brotliDecompressSync(compressed).includes('data-rendered="/home"');
}
