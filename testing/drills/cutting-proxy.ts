import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and cuts the connection when an answer comes. */
export type CuttingProxy = {
  url: string;
  /** The next answer is not passed on, or only so many of its bytes: the server has done its work, and nobody is told. */
  cutNext(afterBytes: number): void;
  /** How many answers were cut. */
  cuts(): number;
  close(): void;
};

export async function openCuttingProxy(to: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let cutAfter: number | null = null;
  let cuts = 0;

  function join(client: Socket): void {
    const server = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.pipe(server);
    server.on('data', (bytes: Buffer) => {
      if (cutAfter === null) return client.write(bytes);
      client.write(bytes.subarray(0, cutAfter), end);
      cutAfter = null;
      cuts += 1;
    });
  }

  const proxy = createServer(join).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    // The test's own server always listens at a port.
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cutNext(afterBytes) {
      cutAfter = afterBytes;
    },
    cuts: () => cuts,
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
