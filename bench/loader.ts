import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORES, isInstalled, output, ROOT, temporaryFolder } from './processes.ts';

/** One request, sent again and again. */
export type Wanted = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body: string };

export const LOADER = isInstalled('wrk') ? 'wrk' : 'autocannon';

/** Sends the request over so many connections for so long; gives how many were answered with 200. Any other answer throws. */
export async function load(wanted: Wanted, connections: number, seconds: number): Promise<number> {
  return LOADER === 'wrk' ? loadByWrk(wanted, connections, seconds) : loadByAutocannon(wanted, connections, seconds);
}

async function loadByWrk(wanted: Wanted, connections: number, seconds: number): Promise<number> {
  const text = await output(CORES.loader, 'wrk', [
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '--timeout',
    '10s',
    '-s',
    scriptFor(wanted),
    wanted.url,
  ]);
  const answered = /^\s*(\d+) requests in /m.exec(text)?.[1];
  if (!answered || /Non-2xx|Socket errors/.test(text)) throw new Error(`The load on ${wanted.url} failed:\n${text}`);
  return Number(answered);
}

const scripts = new Map<string, string>();
let scriptFolder: string | undefined;

function scriptFor({ method, headers, body }: Wanted): string {
  const lua = [
    `wrk.method = ${JSON.stringify(method)}`,
    `wrk.body = ${body === '' ? 'nil' : JSON.stringify(body)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
  ].join('\n');
  const known = scripts.get(lua);
  if (known) return known;
  scriptFolder ??= temporaryFolder();
  const file = join(mkdtempSync(join(scriptFolder, 'wrk-')), 'request.lua');
  writeFileSync(file, lua);
  scripts.set(lua, file);
  return file;
}

async function loadByAutocannon(wanted: Wanted, connections: number, seconds: number): Promise<number> {
  const text = await output(CORES.loader, process.execPath, [
    join(ROOT, 'node_modules/autocannon/autocannon.js'),
    '--json',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    '-m',
    wanted.method,
    ...Object.entries(wanted.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(wanted.body === '' ? [] : ['-b', wanted.body]),
    wanted.url,
  ]);
  const told: { '2xx': number; non2xx: number; errors: number } = JSON.parse(text);
  if (told.non2xx + told.errors > 0) throw new Error(`The load on ${wanted.url} failed: ${text}`);
  return told['2xx'];
}
