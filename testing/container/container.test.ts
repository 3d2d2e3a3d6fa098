import { randomBytes } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { search } from '#contract/calls/listings';
import { userRegister } from '#contract/calls/session';
import { createCipher } from '../../server/core/dispatch/cipher.ts';
import { callOver } from '../app/app-process.ts';
import { isDrill } from '../drills/drill.ts';
import { freePort } from '../drills/proxies.ts';
import { documentedCommands } from '../project/documented/documented-commands.ts';
import { picture, writeCbz } from '../sources/comic-sources.ts';
import { type Engine, installEngine, openEngine } from './engine.ts';
import { copyProject, imagesOfFiles, makeBase, makeDatabase } from './images.ts';

const WITHIN_MS = 1_800_000;
const ANSWERS_WITHIN_MS = 120_000;
const KILLS = 3;

let engine: Engine;
/** Why containers can't run here. */
let missing: string | null = null;
/** A fresh copy of the project. */
let copy: string;

beforeAll(async () => {
  if (!isDrill) return;
  missing = await installEngine();
  if (missing !== null) return;
  engine = await openEngine();
  const { base } = imagesOfFiles();
  await makeBase(engine, base);
  missing = await engine.tryRunning(base);
  if (missing !== null) return;
  copy = path.join(engine.place, 'manyu');
  copyProject(copy);
  await writeCbz(path.join(engine.place, '漫画/容器里的漫画'), '第01话.cbz', [await picture(1)]);
}, WITHIN_MS);
afterAll(() => engine?.close(), 300_000);

/** A test that runs containers, or is skipped with the reason. */
function drill(name: string, run: () => Promise<void>): void {
  test.runIf(isDrill)(
    name,
    async ({ skip }: TestContext) => {
      if (missing !== null) {
        console.warn(`no containers here: ${missing}`);
        skip(missing);
      }
      await run();
    },
    WITHIN_MS,
  );
}

/** Runs the line of docs/containers.md with this beginning in the project's folder. */
function typed(beginning: string, ...changes: [from: string, to: string][]): Promise<string> {
  const found = documentedCommands().filter(
    ({ document, line }) => document === 'docs/containers.md' && line.startsWith(beginning),
  );
  if (found.length === 0) throw new Error(`the documents show no ${beginning}`);
  const line = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`no ${from} in ${text}`);
    return text.replace(from, to);
  }, found[0]?.line ?? '');
  return engine.runOrThrow(line, { cwd: copy, withinMs: 1_200_000 });
}

/** Waits until it is ready; returns the time. */
async function ready(url: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return Math.round(performance.now() - began);
    if (performance.now() - began > ANSWERS_WITHIN_MS)
      throw new Error(`${url} is not ready: ${(await engine.type('podman ps -a; podman logs --tail 40 -l')).output}`);
    await sleep(200);
  }
}

/** The comics that an anonymous reader finds. */
async function comicsAt(url: string, key?: { key: string; iv: string }): Promise<string[]> {
  const call = callOver(url, {}, key && createCipher(Buffer.from(key.key), Buffer.from(key.iv)));
  const { data: reader } = await call(userRegister, { domain: 'test', platform: null }, '');
  if (!reader) throw new Error('no session was begun');
  const { data } = await call(search, {}, reader.token);
  return data?.list.map((comic) => comic.title) ?? [];
}

const inside = (command: string) => engine.runOrThrow(`podman exec manyu ${command}`);
const sent = (command: string) => engine.type(`podman exec manyu sh -c '${command}'`);
let url: string;

drill('the image is built from the Dockerfile as it stands', async () => {
  const began = performance.now();
  await typed('docker build');
  const seconds = Math.round((performance.now() - began) / 1000);
  const [image] = JSON.parse(await engine.runOrThrow('podman image inspect manyu'));
  const [base] = JSON.parse(await engine.runOrThrow(`podman image inspect ${imagesOfFiles().base}`));
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  console.log(
    `built in ${seconds} s: ${megabytes(image.Size)} MB, ${megabytes(image.Size - base.Size)} MB more than its base`,
  );
  expect(image.Config).toMatchObject({ User: 'manyu', StopSignal: 'SIGTERM', ExposedPorts: { '3000/tcp': {} } });
  expect(Object.keys(image.Config.Volumes).sort()).toEqual(['/data', '/srv/manyu/dist']);
});

drill('the documented container answers readers, as a user who can write its data and nothing else', async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await typed('docker run', ['127.0.0.1:3000:', `127.0.0.1:${port}:`]);
  console.log(`it answered after ${await ready(url)} ms`);
  expect(await comicsAt(url)).toEqual([]);
  const users = (await inside(`sh -c 'cat /proc/[0-9]*/status'`)).matchAll(/^Uid:\s+(\d+)/gm);
  expect([...new Set([...users].map(([, uid]) => uid))]).toEqual(['10001']);
  for (const folder of ['/srv/manyu', '/srv/manyu/server', '/etc', '/usr/local/bin', '/root'])
    expect(await sent(`touch ${folder}/new`), folder).toMatchObject({ code: 1 });
  for (const folder of ['/data', '/tmp', '/srv/manyu/dist'])
    expect(await sent(`touch ${folder}/new && rm ${folder}/new`), folder).toMatchObject({ code: 0 });
  expect((await inside('ls /data')).split('\n')).not.toContainEqual(expect.stringMatching(/^postgres-\d/));
  await engine.runOrThrow('podman healthcheck run manyu');
  expect((await engine.type('podman exec manyu manyu doctor')).output).toContain('账目：相符');
});

drill('what is imported there stays when it is stopped, and when it is killed', async () => {
  const cbz = readFileSync(path.join(engine.place, '漫画/容器里的漫画/第01话.cbz'));
  const folder = '/tmp/comics/容器里的漫画';
  await engine.runOrThrow(`podman exec -i manyu sh -c 'mkdir -p ${folder} && cat > ${folder}/第01话.cbz'`, {
    input: cbz,
  });
  await inside(`manyu import ${folder}`);
  expect(await comicsAt(url)).toEqual(['容器里的漫画']);
  const began = performance.now();
  await engine.runOrThrow('podman stop manyu');
  const stoppedInMs = Math.round(performance.now() - began);
  const [{ State }] = JSON.parse(await engine.runOrThrow('podman inspect manyu'));
  // After the timeout of 60 s it would be killed with 137.
  expect(State).toMatchObject({ ExitCode: 0 });
  await engine.runOrThrow('podman start manyu');
  console.log(`it stopped in ${stoppedInMs} ms, and answered ${await ready(url)} ms after its start`);
  expect(await comicsAt(url)).toEqual(['容器里的漫画']);
  // Process ids are equal in each container, so the pid file of a killed PostgreSQL must not look like a running one.
  for (let times = 0; times < KILLS; times++) {
    await engine.runOrThrow('podman kill -s KILL manyu && podman wait manyu && podman start manyu');
    console.log(`killed, it answered ${await ready(url)} ms after its start`);
    expect(await comicsAt(url)).toEqual(['容器里的漫画']);
  }
});

drill('on the same data another container says that the app runs, and leaves its database alone', async () => {
  const apart = await engine.type(
    'podman run --rm --read-only --tmpfs /tmp -v manyu-data:/data manyu manyu comics list',
  );
  expect(apart.code).not.toBe(0);
  expect(apart.output).toContain('漫屿正在运行，但从这里看不到它的数据库');
  const second = await engine.type('podman run --rm --read-only --tmpfs /tmp -v manyu-data:/data manyu');
  expect(second.output).toContain('正被另一个漫屿使用');
  expect(await comicsAt(url)).toEqual(['容器里的漫画']);
  await engine.runOrThrow('podman rm -f -t 60 manyu');
});

drill('of its own key the page is built again, on a root that can’t be written', async () => {
  const key = { key: randomBytes(8).toString('hex'), iv: randomBytes(8).toString('hex') };
  const port = await freePort();
  const given = `-e API_KEY=${key.key} -e API_IV=${key.iv} -v manyu-data:/data -p 127.0.0.1:${port}:3000`;
  await engine.runOrThrow(`podman run -d --name keyed --init --read-only --tmpfs /tmp ${given} manyu`);
  console.log(`with another key it answered after ${await ready(`http://127.0.0.1:${port}`)} ms`);
  expect(await comicsAt(`http://127.0.0.1:${port}`, key)).toEqual(['容器里的漫画']);
  const holding = await engine.runOrThrow(`podman exec keyed grep -rl ${key.key} dist`);
  expect(holding).toMatch(/\.js$/m);
  await engine.runOrThrow('podman rm -f -t 60 keyed');
});

drill('compose runs the app beside PostgreSQL, imports the library, and is upgraded by the same line', async () => {
  const { base, database } = imagesOfFiles();
  await makeDatabase(engine, base, database);
  const port = await freePort();
  await typed('printf');
  await engine.runOrThrow(`echo PORT=${port} >> .env`, { cwd: copy });
  await typed('mkdir');
  cpSync(path.join(engine.place, '漫画'), path.join(copy, 'library'), { recursive: true });
  const settings = readFileSync(path.join(copy, '.env'), 'utf8');
  const [key = '', iv = ''] = ['API_KEY', 'API_IV'].map((name) => settings.match(`${name}=(.*)`)?.[1]);
  const at = `http://127.0.0.1:${port}`;
  // Debian's compose has no profiles and would start nginx too.
  const up = () => typed('docker compose up', ['--build', '--build manyu database']);
  await up();
  console.log(`composed, it answered after ${await ready(at)} ms`);
  // Within the rate limit of new sessions.
  const patiently = { timeout: ANSWERS_WITHIN_MS, interval: 3_000 };
  await expect.poll(() => comicsAt(at, { key, iv }), patiently).toEqual(['容器里的漫画']);
  expect(await typed('docker compose logs', ['logs -f', 'logs'])).toContain('漫屿已启动');
  // Its exit code is always 0.
  expect(await typed('docker compose exec manyu manyu import')).toContain('没有变化 1 话');
  expect(await typed('docker compose exec manyu manyu backup')).toContain('备份做完了：/data/backups/');
  // Debian's compose restarts existing containers with the old image.
  await engine.runOrThrow('docker compose down', { cwd: copy });
  await up();
  await ready(at);
  expect(await comicsAt(at, { key, iv })).toEqual(['容器里的漫画']);
  await engine.runOrThrow('docker compose down', { cwd: copy });
});
