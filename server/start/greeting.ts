import { networkInterfaces } from 'node:os';
import { renderUnicodeCompact } from 'uqr';

export type GreetingFacts = {
  host: string;
  port: number;
  publicUrl: string | null;
  where: string | null;
  isEmpty: boolean;
  /** The demo library is being drawn. */
  isDrawing: boolean;
  /** The output is a terminal. In a container or a log the local addresses and a barcode are useless. */
  isTerminal: boolean;
};

/** The text that is printed when the app is ready: the address, the next steps, and the address for phones. */
export function greeting({ host, port, publicUrl, where, isEmpty, isDrawing, isTerminal }: GreetingFacts): string {
  const isLocal = host === '127.0.0.1' || host === '::1' || host === 'localhost';
  // At a terminal it was started with `npm start` in the project folder. A service has its command in PATH.
  const command = isTerminal ? './manyu' : 'manyu';
  const lines = ['', `漫屿已启动：${publicUrl ?? `http://${isLocal ? 'localhost' : hostName(host)}:${port}`}`];
  if (where) lines.push(`数据库在：${where}`);
  if (isDrawing) lines.push(`正在画演示用的漫画，一两分钟画完，现在就能看；不要它们：${command} demo remove`);
  if (isEmpty || isDrawing) lines.push(`下一步：${command} import <放漫画的文件夹>`);
  if (isTerminal) lines.push(...forPhones(publicUrl ?? (isLocal ? null : lanAddress(host, port))), '按 Ctrl-C 停止。');
  lines.push('');
  return lines.join('\n');
}

function forPhones(address: string | null): string[] {
  if (address === null) return ['想在手机上看：HOST=0.0.0.0 npm start'];
  return [`手机上打开：${address}`, renderUnicodeCompact(address, { border: 1 })];
}

function hostName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The address that phones in the same network can reach; the given host if it is one already. */
function lanAddress(host: string, port: number): string | null {
  if (host !== '0.0.0.0' && host !== '::') return `http://${hostName(host)}:${port}`;
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === 'IPv4' && !entry.internal)
    .map((entry) => entry.address);
  // The private networks, as 192.168.1.5 or 172.16.0.2.
  const home = addresses.find((address) => /^(192\.168|10|172\.(1[6-9]|2\d|3[01]))\./.test(address));
  const address = home ?? addresses[0];
  return address ? `http://${address}:${port}` : null;
}
