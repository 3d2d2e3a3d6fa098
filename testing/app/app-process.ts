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

/** The app in a child process, called over HTTP. */
export type AppProcess = {
  url: string;
  pid: number;
  /** Time from the start to the first response. */
  startedInMs: number;
  /** The signal that ended it, or null. */
  ended: Promise<NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and waits. */
  stop(): Promise<void>;
  call: CallOver;
};

/** Starts the app and waits until it responds. `preload`: a module that it loads first. */
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

/** Makes encrypted calls like the client, with `more` headers. */
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
      // A proxy without a reachable node responds in plain text, and a request that waited too long gets an empty response.
      throw new Error(`HTTP ${response.status} ${body.slice(0, 100)}`, { cause });
    }
  };
}

/** Reads the address from the app's output. */
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

/** In the form of DATABASE_URL. */
export function addressOf(connection: TestConnection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { user, host, port, database: name } = connection;
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}
