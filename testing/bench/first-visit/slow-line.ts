import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** 1.6 Mbit/s with a latency of 150 ms. */
const LATENCY_MS = 150;
const BYTES_PER_MS = 200;

/** A proxy that simulates a slow line, shared by all its connections. */
export type SlowLine = { url: string; close(): void };

/**
 * Delays and throttles responses. The browser's own emulation needs its network inspector, which makes V8 parse all code again
 * at each request of a script (over 100 ms), and it does not affect service workers.
 */
export async function openSlowLine(to: string): Promise<SlowLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let freeAt = 0;
  /** Forwards the bytes in order, after the latency and at the bandwidth. */
  const answer = async (from: Socket, reader: Socket) => {
    const passed: Promise<unknown>[] = [];
    for await (const bytes of from as AsyncIterable<Buffer>) {
      const now = performance.now();
      freeAt = Math.max(freeAt, now + LATENCY_MS) + bytes.length / BYTES_PER_MS;
      passed.push(sleep(freeAt - now).then(() => reader.write(bytes)));
    }
    await Promise.all(passed);
    reader.end();
  };
  const server: Server = createServer((reader) => {
    const site = connect(Number(port), hostname);
    for (const socket of [reader, site]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    reader.pipe(site);
    answer(site, reader).catch(() => reader.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
