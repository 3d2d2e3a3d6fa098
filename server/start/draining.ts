import type { Server } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/**
 * A proxy may send a call over a connection at the moment it is closed, and the call would be lost. So every connection is
 * closed with its next answer, and the caller connects again, perhaps to another node; idle ones are not waited for.
 */
export async function drain(server: Server, connections: () => Promise<number>, withinMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const until = performance.now() + withinMs;
  while (performance.now() < until && (await connections()) > 0) await sleep(LOOK_EVERY_MS);
  // Who has knocked by now is let in and read first: the system would reset what waits at a door that is closed.
  for (let turns = 0; turns < 2; turns++) await turn();
}
