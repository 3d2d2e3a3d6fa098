import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { scratchRoot } from '../database/scratch.ts';

/** The proxies for which `deploy/` has a file. */
export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyKind = (typeof PROXIES)[number];

const VERSION: Record<ProxyKind, string> = { nginx: '-v', haproxy: '-v', caddy: 'version' };
/** Programs that check a file of `deploy/`, or run by it. */
type Program = ProxyKind | 'systemd-analyze' | 'logrotate' | 'promtool';
const ASKED: Record<Program, string> = {
  ...VERSION,
  'systemd-analyze': '--version',
  logrotate: '--version',
  promtool: '--version',
};

/** The files of `deploy/`, without the parts that a test can't use: names, certificates, well-known ports. */
export function readDeployed(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url)), 'utf8');
}

export function isInstalled(program: Program): boolean {
  try {
    execFileSync(program, [ASKED[program]], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function versionOf(program: ProxyKind): string {
  return execFileSync(program, [VERSION[program]], { encoding: 'utf8' }).replace(/^v/, '');
}

/** Replaces a text; throws if it is missing. */
function replaced(text: string, parts: [RegExp, string][]): string {
  return parts.reduce((before, [from, to]) => {
    const everywhere = new RegExp(from, 'gm');
    const after = before.replace(everywhere, () => to);
    if (!everywhere.test(before)) throw new Error(`no ${from} in the file of deploy/`);
    return after;
  }, text);
}

type ProxyOptions = { folder: string; port: number; nodes: readonly string[] };

/** Our nginx file in a whole configuration, without TLS; `pictures` is a storage that nginx sends from. */
export function nginxConfig({ folder, port, nodes }: ProxyOptions, pictures?: string): string {
  const servers = nodes.map((node) => `server ${node} max_fails=0;`).join('\n  ');
  const site = replaced(readDeployed('nginx/manyu.conf'), [
    [/^ {2}server 127.0.0.1:3000 max_fails=0;$/, `  ${servers}`],
    [/^server \{\n {2}listen 80;[^}]*\}\n/, ''],
    [/^ {2}listen 443 ssl http2;$/, `  listen 127.0.0.1:${port};`],
    [/^ {2}listen \[::\]:443.*\n/, ''],
    [/^ {2}ssl_.*\n/, ''],
    [/^ {2}# include .*$/, pictures === undefined ? '' : `  include ${folder}/pictures.conf;`],
  ]);
  if (pictures !== undefined) {
    const own = replaced(readDeployed('nginx/manyu-pictures.conf'), [[/root .*;/, `root ${pictures};`]]);
    writeFileSync(join(folder, 'pictures.conf'), own);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  // Workers run as the user of the test, because only this user can read its folders.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const http = `${temporary}\naccess_log off;\n${site}`;
  return `${user}pid ${folder}/nginx.pid;\nerror_log stderr crit;\nevents {}\nhttp {\n${http}}\n`;
}

export function haproxyConfig({ port, nodes }: ProxyOptions): string {
  return replaced(readDeployed('haproxy.cfg'), [
    [/^ {2}bind :80$/, `  bind 127.0.0.1:${port}`],
    [/^ {2}bind :443 .*\n/, ''],
    [/^ {2}http-request redirect .*\n/, ''],
    [/^ {2}server a .*$/, nodes.map((node, index) => `  server n${index} ${node}`).join('\n')],
  ]);
}

export function caddyConfig({ port, nodes }: ProxyOptions): string {
  const site = replaced(readDeployed('Caddyfile'), [
    [/^manga\.example\.com \{$/, `http://127.0.0.1:${port} {`],
    [/reverse_proxy 127\.0\.0\.1:3000/, `reverse_proxy ${nodes.join(' ')}`],
    [/request_buffers 64KiB/, versionOf('caddy').startsWith('2.6') ? 'buffer_requests' : 'request_buffers 64KiB'],
  ]);
  return `{\n  admin off\n}\n${site}`;
}

const CONFIGS = { nginx: nginxConfig, haproxy: haproxyConfig, caddy: caddyConfig };
const STARTS: Record<ProxyKind, (file: string, folder: string) => string[]> = {
  nginx: (file, folder) => ['-p', folder, '-c', file, '-g', 'daemon off;'],
  haproxy: (file) => ['-db', '-f', file],
  caddy: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
};
const CHECKS: typeof STARTS = {
  nginx: (file, folder) => ['-t', '-q', '-p', folder, '-c', file],
  haproxy: (file) => ['-c', '-q', '-f', file],
  caddy: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  server.close();
  await once(server, 'close');
  if (typeof at !== 'object' || at === null) throw new Error('no port');
  return at.port;
}

async function writeConfig(kind: ProxyKind, nodes: readonly string[], pictures?: string) {
  const port = await freePort();
  const folder = mkdtempSync(join(scratchRoot(), `manyu-${kind}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const file = join(folder, kind === 'caddy' ? 'Caddyfile' : `${kind}.conf`);
    const place = { folder, port, nodes };
    writeFileSync(file, kind === 'nginx' ? nginxConfig(place, pictures) : CONFIGS[kind](place));
    return { folder, file, port, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Lets the proxy itself check the file; throws with its messages. */
export async function checkProxy(kind: ProxyKind): Promise<void> {
  const { folder, file, remove } = await writeConfig(kind, ['127.0.0.1:1'], kind === 'nginx' ? '/nowhere' : undefined);
  try {
    execFileSync(kind, CHECKS[kind](file, folder), { stdio: 'pipe', env: { ...process.env, HOME: folder } });
  } finally {
    remove();
  }
}

/** Runs a proxy by our file in front of these nodes; `pictures` as with `nginxConfig`. */
export async function startProxy(kind: ProxyKind, nodes: readonly string[], pictures?: string) {
  const { folder, file, port, remove } = await writeConfig(kind, nodes, pictures);
  const env = { ...process.env, HOME: folder };
  const child = spawn(kind, STARTS[kind](file, folder), { stdio: 'ignore', env });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(url).then(
      (response) => response.arrayBuffer().then(() => true),
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) {
      remove();
      throw new Error(`${kind} has ended with ${child.exitCode}`);
    }
    await sleep(50);
  }
  return {
    url,
    /** Has nginx take up other nodes, as `systemctl reload nginx` does. */
    reload(others: readonly string[]) {
      if (kind !== 'nginx') throw new Error(`not with ${kind}`);
      writeFileSync(file, nginxConfig({ folder, port, nodes: others }, pictures));
      child.kill('SIGHUP');
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      remove();
    },
  };
}
