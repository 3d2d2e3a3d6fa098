import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Call, DataOf, InputOf } from '#contract/call';
import { DEFAULT_IV, DEFAULT_KEY, type Envelope } from '#contract/envelope';
import { createCipher } from '../core/cipher.ts';
import type { TestConnection } from './test-server.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const cipher = createCipher(Buffer.from(DEFAULT_KEY), Buffer.from(DEFAULT_IV));

/** The program itself in a process of its own, spoken to over HTTP. */
export type AppProcess = {
  url: string;
  /** From its start until it answered. */
  startedInMs: number;
  /** The signal that ended it, if one did. */
  ended: Promise<NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
  call<C extends Call>(call: C, payload: InputOf<C>, token: string): Promise<Envelope<DataOf<C>>>;
};

/** Starts the app and waits until it answers; `preload` is a module that it loads first. */
export async function startAppProcess(env: Record<string, string>, preload?: string): Promise<AppProcess> {
  const { DATABASE_URL: _url, NODE_ENV: _kind, ...inherited } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [...(preload === undefined ? [] : ['--import', preload]), MAIN], {
    env: { ...inherited, PORT: '0', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => child.signalCode);
  const url = await addressIn(child.stdout);
  await fetch(`${url}/readyz`);
  return {
    url,
    startedInMs: performance.now() - began,
    ended,
    kill: (signal) => void child.kill(signal),
    async call(call, payload, token) {
      const response = await fetch(`${url}/api/${call.path}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', authorization: `Bearer ${token}` },
        body: cipher.seal(JSON.stringify(payload)),
      });
      return JSON.parse(cipher.open(await response.text()));
    },
  };
}

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    const address = /漫屿已启动：http:\/\/localhost:(\d+)/.exec(text);
    if (address) return `http://127.0.0.1:${address[1]}`;
  }
  throw new Error(`the app has not started: ${text}`);
}

/** As DATABASE_URL has it. */
export function addressOf(connection: TestConnection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { user, host, port, database: name } = connection;
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}
