import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can cut the connection at the next response. */
export type CuttingProxy = {
  url: string;
  /** Cuts the next response after this many bytes: the server has done its work, and the client does not know. */
  cutNext(afterBytes: number): void;
  /** The number of cut responses. */
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
    // The proxy listens on a port, not a socket.
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
