import type { Server } from 'node:net';
import { BadConfig } from './config.ts';

type Http = { server: Server; listen(at: { host: string; port: number }): Promise<unknown> };
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
  const bound = http.server.address();
  return typeof bound === 'object' && bound ? bound.port : address.port;
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
