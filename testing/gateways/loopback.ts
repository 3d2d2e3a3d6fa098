import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeGateway } from './fake-gateway.ts';

/** The hosts of the gateways. A process that loads `reach-loopback.ts` reaches them on the loopback interface. */
const HOSTS: Readonly<Record<string, string>> = {
  'openapi.alipay.com': 'alipay',
  'dwbillcenter.alipay.com': 'alipay',
  'api.mch.weixin.qq.com': 'wechat',
  'api.stripe.com': 'stripe',
};

/** Serves fake gateways over HTTP on the loopback interface. `url` is the value of MANYU_GATEWAYS. */
export async function serveGateways(
  gateways: Readonly<Record<string, FakeGateway>>,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (incoming, outgoing) => {
    const host = String(incoming.headers['x-gateway-host']);
    const gateway = gateways[HOSTS[host] ?? ''];
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const { method = 'GET', url = '' } = incoming;
    const body = method === 'GET' ? null : Buffer.concat(chunks);
    try {
      if (!gateway) throw new Error(`there is no gateway at ${host}`);
      const answer = await gateway.fetch(`https://${host}${url}`, { method, headers, body });
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      incoming.socket.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
