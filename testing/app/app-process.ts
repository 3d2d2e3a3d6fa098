import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Call, DataOf, InputOf } from '#contract/call';
import { DEFAULT_IV, DEFAULT_KEY, type Envelope } from '#contract/envelope';
import { createCipher } from '../../server/core/dispatch/cipher.ts';
import type { TestConnection } from './test-server.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const byDefault = createCipher(Buffer.from(DEFAULT_KEY), Buffer.from(DEFAULT_IV));

type CallOver = <C extends Call>(call: C, payload: InputOf<C>, token: string) => Promise<Envelope<DataOf<C>>>;

/** The program itself in a process of its own, spoken to over HTTP. */
export type AppProcess = {
  url: string;
  pid: number;
  /** From its start until it answered. */
  startedInMs: number;
  /** The signal that ended it, if one did. */
  ended: Promise<NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
  call: CallOver;
};

/** Starts the app and waits until it answers; `preload` is a module that it loads first. */
export async function startAppProcess(env: Record<string, string>, preload?: string): Promise<AppProcess> {
  const { DATABASE_URL: _url, NODE_ENV: _kind, ...inherited } = process.env;
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [...(preload === undefined ? [] : ['--import', preload]), MAIN, '--no-demo', '--new-site'],
    {
      env: { ...inherited, PORT: '0', LOG_LEVEL: 'fatal', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit').then(() => child.signalCode);
  const url = await addressIn(child.stdout);
  await fetch(`${url}/readyz`);
  return {
    url,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    call: callOver(url),
  };
}

/** Makes calls as a page does, to an app somewhere; `more` headers go along. */
export function callOver(url: string, more: Record<string, string> = {}, cipher = byDefault): CallOver {
  return async (call, payload, token) => {
    const response = await fetch(`${url}/api/${call.path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: `Bearer ${token}`, ...more },
      body: cipher.seal(JSON.stringify(payload)),
    });
    const body = await response.text();
    try {
      return JSON.parse(cipher.open(body));
    } catch (cause) {
      // A proxy that reaches no node says so in plain text, and who is refused for waiting too long gets nothing.
      throw new Error(`HTTP ${response.status} ${body.slice(0, 100)}`, { cause });
    }
  };
}

/** What it says of its address. It may go on talking. */
function addressIn(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (chunk: Buffer) => {
      text += chunk;
      const address = /漫屿已启动：http:\/\/localhost:(\d+)/.exec(text);
      if (address) resolve(`http://127.0.0.1:${address[1]}`);
    });
    output.on('end', () => reject(new Error(`the app has ended: ${text}`)));
  });
}

/** As DATABASE_URL has it. */
export function addressOf(connection: TestConnection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { user, host, port, database: name } = connection;
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}
