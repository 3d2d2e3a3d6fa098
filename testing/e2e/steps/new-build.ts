import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Copies a built client like a new build: the same code with other file names, without the files of earlier builds. */
export async function copyAsNextBuild(from: string, to: string): Promise<void> {
  const kept = await readFile(path.join(from, 'service-worker.js'), 'utf8');
  const names = (await readdir(path.join(from, 'assets'))).filter((name) => kept.includes(`/assets/${name}"`));
  const isCompressed = (file: string) => /\.(br|gz)$/.test(file);
  const isOld = (file: string) =>
    path.basename(path.dirname(file)) === 'assets' && !names.includes(path.basename(file));
  await cp(from, to, { recursive: true, filter: (file) => !isCompressed(file) && !isOld(file) });
  const nextOf = (name: string) => name.replace(/\.(js|css)$/, '-next.$1');
  const files = [...names.map((name) => `assets/${name}`), 'index.html', 'service-worker.js'];
  for (const file of files) {
    let text = await readFile(path.join(to, file), 'utf8');
    for (const name of names) text = text.replaceAll(name, nextOf(name));
    const target = file.startsWith('assets/') ? nextOf(file) : file;
    await writeFile(path.join(to, target), text.replace('"build":"', '"build":"next-'));
  }
}

/** A proxy whose address stays while the server behind it is replaced. */
export async function openFront() {
  let target = '';
  const lost = new Set<string>();
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    if (lost.delete(url ?? '')) return void response.destroy();
    // A new connection each: the server may close a kept one at the moment at which it is used again.
    const passed = ask(target + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(to: string) {
      target = to;
    },
    /** Loses the connection of the next request for an address. */
    loseOnce(address: string) {
      lost.add(address);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
