import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Copies a built client as if it had been built again after a change: the same code, every file under another name. */
export async function copyAsNextBuild(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const assets = path.join(to, 'assets');
  const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  const nextOf = (name: string) => name.replace(/\.(js|css)$/, '-next.$1');
  const files = [...names.map((name) => path.join(assets, name)), path.join(to, 'index.html')];
  for (const file of [...files, path.join(to, 'service-worker.js')]) {
    let text = await readFile(file, 'utf8');
    for (const name of names) text = text.replaceAll(name, nextOf(name));
    const target = names.includes(path.basename(file)) ? nextOf(path.basename(file)) : path.basename(file);
    await writeFile(path.join(path.dirname(file), target), text.replace('"build":"', '"build":"next-'));
    // Compressed before.
    for (const end of ['.br', '.gz']) await rm(file + end, { force: true });
  }
}

/** One address in front of servers, as a site keeps its own while its server is replaced. */
export async function openFront() {
  let target = '';
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const passed = ask(target + url, { method, headers }, (answer) => {
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
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
