import { once } from 'node:events';
import { connect, createServer, Server } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BadConfig } from '../../core/files/bad-config.ts';

type Http = {
  server: Server;
  listen(at: { host: string; port: number; reusePort?: boolean }): Promise<unknown>;
};
type Address = { host: string; port: number; variable: 'PORT' | 'METRICS_PORT' };

/** Listens and returns the port. The system chooses it for 0. Throws `BadConfig` if the address is not available. */
export async function listen(http: Http, address: Address): Promise<number> {
  try {
    await http.listen({ host: address.host, port: address.port });
  } catch (error) {
    throw new BadConfig(sentenceFor(error, address), { cause: error });
  }
  return portOf(http.server) ?? address.port;
}

/** The sockets that listen on one port. */
export type Listeners = {
  port: number;
  connectionCount(): Promise<number>;
  /** Stops listening. Open connections stay, and new ones get `REQUEST_WITHIN_MS` to send a request. */
  stop(): Promise<void>;
  /** After `stop`: waits for the end of all connections. */
  connectionsEnded(): Promise<void>;
};

const TAKEN_WITHIN_MS = 1_000;
/** The error of the system for a port in use. */
const TAKEN = Object.assign(new Error('the port is taken'), { code: 'EADDRINUSE' });

/** In each iteration of the event loop Node accepts one connection per listening socket. */
const SOCKETS = 16;
/** Two, because a connection may arrive in the first iteration after Node has checked for new ones. */
const QUIET_ITERATIONS = 2;
/** A listener is closed after this number of iterations, even if connections keep arriving. */
const MOST_ITERATIONS = 100;
/** A proxy sends its request a few milliseconds after it has connected. */
const REQUEST_WITHIN_MS = 500;
/** Not the `close` of an HTTP server: that also closes connections that have not sent a request yet. */
const stopListening = promisify(Server.prototype.close);

/**
 * Listens like `listen`, with several sockets on one port if the system supports it. With one socket, new readers would wait for
 * seconds while every iteration of the event loop answers many requests.
 */
export async function listenWidely(http: Http, address: Address): Promise<Listeners> {
  // A second program could share the port too, so check first whether it is in use. Connect instead of listening: a proxy that
  // connects to a socket that is closed again would lose its request.
  if (await isTaken(address)) throw new BadConfig(sentenceFor(TAKEN, address));
  const servers: Server[] = [http.server];
  const shares = await sharesPort(http, address);
  if (!shares) await listen(http, address);
  const port = portOf(http.server) ?? address.port;
  if (shares) {
    for (let left = SOCKETS - 1; left > 0; left--) {
      // The options of Node's HTTP server, which ends its side of a connection itself.
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        http.server.emit('connection', socket),
      );
      await bound(listener, { host: hostOf(http.server) ?? address.host, port, reusePort: true });
      servers.push(listener);
    }
  }
  const ends: Promise<void>[] = [];
  return {
    port,
    async connectionCount() {
      const counts = await Promise.all(servers.map((each) => promisify(each.getConnections.bind(each))()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      // Closing a listener resets connections that it has not accepted. So each is closed after iterations without a new one.
      for (const listener of servers.filter((each) => each.listening).reverse()) {
        await quietIterations(listener);
        ends.push(stopListening.call(listener));
      }
      await Promise.race([Promise.all(ends), sleep(REQUEST_WITHIN_MS)]);
    },
    async connectionsEnded() {
      await Promise.all(ends);
    },
  };
}

/** Waits for `QUIET_ITERATIONS` without a new connection, at most `MOST_ITERATIONS`. */
async function quietIterations(listener: Server): Promise<void> {
  let quiet = 0;
  const note = () => {
    quiet = 0;
  };
  listener.on('connection', note);
  for (let iterations = 0; quiet < QUIET_ITERATIONS && iterations < MOST_ITERATIONS; iterations++) {
    quiet += 1;
    await nextIteration();
  }
  listener.off('connection', note);
}

async function bound(server: Server, at: { host: string; port: number; reusePort?: boolean }): Promise<void> {
  await once(server.listen(at), 'listening');
}

/** Whether a program accepts connections at the address. */
async function isTaken({ host, port }: Address): Promise<boolean> {
  if (port === 0) return false;
  const caller = connect({ host, port });
  try {
    // An address of another machine possibly does not answer at all.
    await once(caller, 'connect', { signal: AbortSignal.timeout(TAKEN_WITHIN_MS) });
    return true;
  } catch {
    return false;
  } finally {
    caller.destroy();
  }
}

/** Listens with a shareable port and returns true, or returns false if the system has none (macOS, Windows). */
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
