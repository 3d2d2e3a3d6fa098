import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORES, isInstalled, output, ROOT, temporaryFolder } from './processes.ts';

/** One request, sent again and again; where `bodies` are given, with one after the other. */
export type Wanted = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string;
  bodies?: readonly string[];
};

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

const files = new Map<string, string>();
let folder: string | undefined;

function scriptFor({ method, headers, body, bodies }: Wanted): string {
  const lua = [
    `wrk.method = ${JSON.stringify(method)}`,
    `wrk.body = ${body === '' ? 'nil' : JSON.stringify(body)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    ),
    ...(bodies
      ? [
          `local bodies, turn = { ${bodies.map((each) => JSON.stringify(each)).join(', ')} }, 0`,
          'request = function() turn = turn % #bodies + 1; return wrk.format(nil, nil, nil, bodies[turn]) end',
        ]
      : []),
  ].join('\n');
  return fileOf(lua, 'request.lua');
}

/** What autocannon is told to send one after the other, as browsers record it. */
function recordFor({ url, method, headers }: Wanted, bodies: readonly string[]): string {
  const named = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const entries = bodies.map((text) => ({ request: { method, url, headers: named, postData: { text } } }));
  return fileOf(JSON.stringify({ log: { entries } }), 'requests.har');
}

function fileOf(content: string, name: string): string {
  const known = files.get(content);
  if (known) return known;
  folder ??= temporaryFolder();
  const file = join(mkdtempSync(join(folder, 'load-')), name);
  writeFileSync(file, content);
  files.set(content, file);
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
    ...(wanted.bodies ? ['--har', recordFor(wanted, wanted.bodies)] : []),
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
