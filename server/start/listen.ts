import { once } from 'node:events';
import { connect, createServer, Server } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BadConfig } from './config.ts';

type Http = {
  server: Server;
  listen(at: { host: string; port: number; reusePort?: boolean }): Promise<unknown>;
};
type Address = { host: string; port: number; variable: 'PORT' | 'METRICS_PORT' };

/**
 * Listens and returns the port, which the system chooses for 0. Throws `BadConfig` where the address is not available.
 */
export async function listen(http: Http, address: Address): Promise<number> {
  try {
    await http.listen({ host: address.host, port: address.port });
  } catch (error) {
    throw new BadConfig(sentenceFor(error, address), { cause: error });
  }
  return portOf(http.server) ?? address.port;
}

/** Where readers connect. */
export type Doors = {
  port: number;
  connections(): Promise<number>;
  /** Stops listening, leaves the connections that there are, and gives who came last the time to ask. */
  shut(): Promise<void>;
  /** Once shut: waits for the end of the connections. */
  ended(): Promise<void>;
};

const TAKEN_WITHIN_MS = 1_000;
/** As the system says it. */
const TAKEN = Object.assign(new Error('the port is taken'), { code: 'EADDRINUSE' });

/** In each turn of the event loop Node accepts one connection from every socket that it listens on. */
const SOCKETS = 16;
/** The first may have begun after it was looked who knocks. */
const QUIET_TURNS = 2;
/** Where somebody comes in all the time, a door is closed all the same. */
const MOST_TURNS = 100;
/** A proxy asks some milliseconds after it was let in. */
const ASKED_WITHIN_MS = 500;
/** Not as an HTTP server closes: that also closes connections over which nothing was asked yet. */
const stopListening = promisify(Server.prototype.close);

/**
 * Listens like `listen`, with several sockets at one port where the system has that: while many requests are answered in every
 * turn, one socket alone would let new readers wait for seconds.
 */
export async function listenWidely(http: Http, address: Address): Promise<Doors> {
  // With sockets that share their port a second program could share it too: first find out whether it is taken. By asking,
  // not by listening: a proxy that came to a socket which is closed again would lose its call.
  if (await isTaken(address)) throw new BadConfig(sentenceFor(TAKEN, address));
  const servers: Server[] = [http.server];
  const shares = await sharesPort(http, address);
  if (!shares) await listen(http, address);
  const port = portOf(http.server) ?? address.port;
  if (shares) {
    for (let left = SOCKETS - 1; left > 0; left--) {
      // As the HTTP server itself listens: it ends its side of a connection by itself.
      const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        http.server.emit('connection', socket),
      );
      await bound(door, { host: hostOf(http.server) ?? address.host, port, reusePort: true });
      servers.push(door);
    }
  }
  const ends: Promise<void>[] = [];
  return {
    port,
    async connections() {
      const counts = await Promise.all(servers.map((each) => promisify(each.getConnections.bind(each))()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async shut() {
      // The system resets who waits at a door that is closed. So each is closed right after turns in which nobody came in.
      for (const door of servers.filter((each) => each.listening).reverse()) {
        await quietTurns(door);
        ends.push(stopListening.call(door));
      }
      await Promise.race([Promise.all(ends), sleep(ASKED_WITHIN_MS)]);
    },
    async ended() {
      await Promise.all(ends);
    },
  };
}

/** Resolves after turns of the event loop in which nobody came in there, or when many have passed. */
async function quietTurns(door: Server): Promise<void> {
  let quiet = 0;
  const note = () => {
    quiet = 0;
  };
  door.on('connection', note);
  for (let turns = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns++) {
    quiet += 1;
    await turn();
  }
  door.off('connection', note);
}

async function bound(server: Server, at: { host: string; port: number; reusePort?: boolean }): Promise<void> {
  await once(server.listen(at), 'listening');
}

/** Whether somebody answers there. */
async function isTaken({ host, port }: Address): Promise<boolean> {
  if (port === 0) return false;
  const caller = connect({ host, port });
  try {
    // An address that is not of this machine may not answer at all.
    await once(caller, 'connect', { signal: AbortSignal.timeout(TAKEN_WITHIN_MS) });
    return true;
  } catch {
    return false;
  } finally {
    caller.destroy();
  }
}

/** Whether the system lets several sockets listen at one port; macOS and Windows don't. */
async function sharesPort(http: Http, address: Address): Promise<boolean> {
  const { host, port } = address;
  try {
    await http.listen({ host, port, reusePort: true });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTSUP') return false;
    throw new BadConfig(sentenceFor(error, address), { cause: error });
  }
}

function portOf(server: Server): number | null {
  const at = server.address();
  return typeof at === 'object' && at ? at.port : null;
}

function hostOf(server: Server): string | null {
  const at = server.address();
  return typeof at === 'object' && at ? at.address : null;
}

function sentenceFor(error: unknown, { host, port, variable }: Address): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const elsewhere = `换一个端口，例如：${variable}=${variable === 'PORT' ? 3001 : 9101} npm start`;
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用。请停止占用它的程序，或${elsewhere}`;
  if (code === 'EACCES') return `没有权限使用端口 ${port}。请${elsewhere}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST 是「${host}」，而这台机器没有这个地址。只在本机看用 127.0.0.1，让同一网络的设备访问用 0.0.0.0。`;
  return `无法监听 ${host} 的端口 ${port}：${String(error)}`;
}
