import type { Server } from 'node:http';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** The duration of two idle iterations of the event loop. A busy machine takes longer. */
const QUIET_MS = { best: 0.2, worst: 2 };
const BEST_WITHIN_MS = 1_000;
const QUIET_WITHIN_MS = 2_000;

/**
 * Waits until all connections are closed and no new ones arrive, about `withinMs` at most. The server doesn't close connections
 * itself: a proxy may send a call at the same moment, and the call would be lost. Instead every answer closes its connection, and
 * the caller connects again, perhaps to another node. A proxy closes its idle connections in less than `withinMs`.
 */
export async function drain(server: Server, connectionCount: () => Promise<number>, withinMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  let connected = 0;
  server.on('connection', () => {
    connected += 1;
  });
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    if ((await connectionCount()) === 0 && (await isQuiet(() => connected, QUIET_MS.best))) return;
    await sleep(LOOK_EVERY_MS);
  }
  // Under load new connections always arrive, or the machine is busy. Stop between two connections.
  const [bestUntil, quietUntil] = [until + BEST_WITHIN_MS, until + QUIET_WITHIN_MS];
  const within = () => (performance.now() < bestUntil ? QUIET_MS.best : QUIET_MS.worst);
  while (!(await isQuiet(() => connected, within())) && performance.now() < quietUntil) await sleep(1);
}

/**
 * Accepts waiting connections and reads their requests: the system resets connections that are not accepted when the server
 * stops. Returns true if there were none, and if this took so little time that a new one is unlikely.
 */
async function isQuiet(connected: () => number, withinMs: number): Promise<boolean> {
  const [before, began] = [connected(), performance.now()];
  for (let i = 0; i < 2; i++) await nextIteration();
  return connected() === before && performance.now() - began < withinMs;
}
