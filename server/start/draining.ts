import type { Server } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** Two turns of the event loop in which nothing was done; a busy machine takes longer, and is waited for at first. */
const QUIET_TURNS_MS = { best: 0.2, worst: 2 };
const BEST_WITHIN_MS = 1_000;
const QUIET_WITHIN_MS = 2_000;

/**
 * A proxy may send a call over a connection at the moment it is closed, and the call would be lost. So every connection is
 * closed with its next answer, and the caller connects again, perhaps to another node; idle ones are closed by a proxy that
 * keeps them for less than is waited here.
 */
export async function drain(server: Server, connections: () => Promise<number>, withinMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  let knocks = 0;
  server.on('connection', () => {
    knocks += 1;
  });
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    if ((await connections()) === 0 && (await isQuiet(() => knocks, QUIET_TURNS_MS.best))) return;
    await sleep(LOOK_EVERY_MS);
  }
  // Some are always on their way where much is asked, or the machine is busy; the door is closed between two that knock.
  const [bestUntil, quietUntil] = [until + BEST_WITHIN_MS, until + QUIET_WITHIN_MS];
  const within = () => (performance.now() < bestUntil ? QUIET_TURNS_MS.best : QUIET_TURNS_MS.worst);
  while (!(await isQuiet(() => knocks, within())) && performance.now() < quietUntil) await sleep(1);
}

/**
 * Lets those in who have knocked by now, and reads what they ask: the system would reset what waits at a door that is closed.
 * Answers whether there was nobody, and it took so little time that hardly anybody can have come since.
 */
async function isQuiet(knocks: () => number, withinMs: number): Promise<boolean> {
  const [before, began] = [knocks(), performance.now()];
  for (let turns = 0; turns < 2; turns++) await turn();
  return knocks() === before && performance.now() - began < withinMs;
}
