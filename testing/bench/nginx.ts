import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { CORES, isInstalled, launch, removeFolder, stop, temporaryFolder } from './processes.ts';

/** nginx that serves one file with sendfile; null if it isn't installed. */
export type Nginx = { url: string; pid: number; close(): Promise<void> };

export async function startNginx(path: string, bytes: Buffer): Promise<Nginx | null> {
  if (!isInstalled('nginx')) return null;
  const folder = temporaryFolder();
  const file = join(folder, 'root', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port));
  const nginx = launch(CORES.app, 'nginx', [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    join(folder, 'error.log'),
  ]);
  const url = `http://127.0.0.1:${port}${path}`;
  for (let tried = 0; tried < 100; tried++) {
    const status = await fetch(url, { method: 'HEAD' }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) break;
    if (tried === 99 || nginx.exitCode !== null) throw new Error(`nginx answered ${status}`);
    await sleep(50);
  }
  return {
    url,
    pid: nginx.pid ?? 0,
    async close() {
      await stop(nginx);
      removeFolder(folder);
    },
  };
}

function configuration(folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder}/root;
  }
}
`;
}
