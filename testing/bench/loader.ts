import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORES, isInstalled, output, ROOT, temporaryFolder } from './processes.ts';

/** A request to be repeated, with the next of `bodies` each time if there are any. */
export type LoadRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string;
  bodies?: readonly string[];
};

export const LOADER = isInstalled('wrk') ? 'wrk' : 'autocannon';

/** Repeats the request on that many connections for that time; returns how many were answered with 200, and throws at any other answer. */
export async function load(request: LoadRequest, connections: number, seconds: number): Promise<number> {
  return LOADER === 'wrk' ? loadByWrk(request, connections, seconds) : loadByAutocannon(request, connections, seconds);
}

/**
 * The same on as many connections as a server can hardly bear: how many were answered, and how many were refused or broke.
 * Null without wrk.
 */
export async function overload(
  request: LoadRequest,
  connections: number,
  seconds: number,
): Promise<{ answered: number; failed: number } | null> {
  if (LOADER !== 'wrk') return null;
  const text = await wrk(request, connections, seconds);
  const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  const refused = figure(/Non-2xx or 3xx responses: (\d+)/);
  const broken = [...(/Socket errors: (.*)/.exec(text)?.[1] ?? '').matchAll(/\d+/g)].map(Number);
  return {
    answered: figure(/^\s*(\d+) requests in /m) - refused,
    failed: refused + broken.reduce((sum, count) => sum + count, 0),
  };
}

async function loadByWrk(request: LoadRequest, connections: number, seconds: number): Promise<number> {
  const text = await wrk(request, connections, seconds);
  const answered = /^\s*(\d+) requests in /m.exec(text)?.[1];
  if (!answered || /Non-2xx|Socket errors/.test(text)) throw new Error(`The load on ${request.url} failed:\n${text}`);
  return Number(answered);
}

function wrk(request: LoadRequest, connections: number, seconds: number): Promise<string> {
  const given = { '-t': '1', '-c': String(connections), '-d': `${seconds}s`, '--timeout': '10s' };
  return output(CORES.loader, 'wrk', [...Object.entries(given).flat(), '-s', scriptFor(request), request.url]);
}

const files = new Map<string, string>();
let folder: string | undefined;

function scriptFor({ method, headers, body, bodies }: LoadRequest): string {
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

/** The requests for autocannon to send in turn, in the format that browsers record. */
function recordFor({ url, method, headers }: LoadRequest, bodies: readonly string[]): string {
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

async function loadByAutocannon(request: LoadRequest, connections: number, seconds: number): Promise<number> {
  const text = await output(CORES.loader, process.execPath, [
    join(ROOT, 'node_modules/autocannon/autocannon.js'),
    '--json',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    ...(request.bodies ? ['--har', recordFor(request, request.bodies)] : []),
    '-m',
    request.method,
    ...Object.entries(request.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(request.body === '' ? [] : ['-b', request.body]),
    request.url,
  ]);
  const counts: { '2xx': number; non2xx: number; errors: number } = JSON.parse(text);
  if (counts.non2xx + counts.errors > 0) throw new Error(`The load on ${request.url} failed: ${text}`);
  return counts['2xx'];
}
