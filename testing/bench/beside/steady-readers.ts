import { Agent, request } from 'node:http';
import type { LoadRequest } from '../loader.ts';

/** The start time of a call (`performance.now()`) and its duration. */
export type Waited = { at: number; ms: number };

const UNANSWERED_AFTER_MS = 10_000;

/** Sends requests at a constant rate, also if earlier ones have no response yet. Fails at a response other than 200. */
export function readSteadily(next: (turn: number) => LoadRequest, perSecond: number) {
  const agent = new Agent({ keepAlive: true });
  const waits: Waited[] = [];
  const asked = new Set<Promise<void>>();
  const began = performance.now();
  let turn = 0;
  let failure: Error | null = null;

  function sendDue(): void {
    for (const due = ((performance.now() - began) * perSecond) / 1000; turn < due; turn++) {
      const waiting: Promise<void> = ask(agent, next(turn))
        .then((waited) => void waits.push(waited))
        .catch((error: Error) => {
          failure ??= error;
        })
        .finally(() => asked.delete(waiting));
      asked.add(waiting);
    }
  }

  const timer = setInterval(sendDue, 1);
  return {
    /** Resolves with all calls when they have ended. */
    async stop(): Promise<Waited[]> {
      clearInterval(timer);
      await Promise.all(asked);
      agent.destroy();
      if (failure) throw failure;
      return waits;
    },
  };
}

function ask(agent: Agent, { url, method, headers, body }: LoadRequest): Promise<Waited> {
  const at = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent, timeout: UNANSWERED_AFTER_MS }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve({ at, ms: performance.now() - at });
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`${url} was not answered`))).on('error', reject);
    sent.end(body);
  });
}
