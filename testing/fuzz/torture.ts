import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Call } from '#contract/call';
import { CALLS } from '#contract/calls';
import type { TestApp } from '../app/app.ts';
import { type Random, seededRandom } from '../app/seeded-random.ts';
import { spoiledBody } from './bodies.ts';
import { authorizationOf, type Caller, type Cast, newCallers } from './cast.ts';
import { writeJson } from './json-text.ts';
import { faultOf } from './judge.ts';
import { anyPayload } from './payloads.ts';
import { rowsOfReader } from './rows-of-reader.ts';
import type { Stage } from './stage.ts';

/** A request and its caller; `body` is base64 if it is not text. */
export type Attempt = { path: string; kind: Caller['kind']; json?: string; body?: string };
export type Finding = { run: number; attempt: Attempt; why: string };
export type Plan = {
  seed: number;
  runs: number;
  first?: number;
  /** Ends it early. */
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
  /** Called at once, because a run may take hours. */
  onFinding?: (finding: Finding) => void;
};
export type Tortured = {
  findings: Finding[];
  /** The number of responses by code, to check that attempts pass the first checks. */
  codes: Record<number, number>;
  /** Heap growth from the first fifth to the end, after garbage collections; 0 if it ended earlier. */
  grownBytes: number;
};

/** Memory growth that caches don't explain. */
export const MOST_GROWTH_BYTES = 32 * 1024 * 1024;
const AT_ONCE = 8;
const RUNS_A_BATCH = CALLS.length * 4;
/** Enough addresses that rate limits are rare, and few enough that their counters take little memory. */
const ADDRESSES = 5_000;
const MOST_FINDINGS = 20;
const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  '',
  'x'.repeat(5_000),
  '<script>',
  '\u00ff\u00fe',
  '%00',
];

/** Sends attempts by seed and number to all calls in turn. Returns the findings. */
export async function torture({ site, cast, faults }: Stage, plan: Plan): Promise<Tortured> {
  const { seed, runs, first = 0, signal, onProgress, onFinding } = plan;
  const watched = watchProcess();
  const before = await rowsOfReader(site.pool, cast.bystander.readerId);
  const tortured: Tortured = { findings: [], codes: {}, grownBytes: 0 };
  const { findings, codes } = tortured;
  const note = (finding: Finding) => {
    findings.push(finding);
    onFinding?.(finding);
  };
  let heap = 0;
  let next = first;
  const last = first + runs;
  while (next < last && findings.length < MOST_FINDINGS && !signal?.aborted) {
    const until = Math.min(last, next + RUNS_A_BATCH);
    const callers = await newCallers(site, cast);
    const lane = async () => {
      while (next < until) {
        const run = next++;
        const { attempt, why, code } = await tryOut(site, cast, callers, seed, run);
        codes[code] = (codes[code] ?? 0) + 1;
        if (why !== null) note({ run, attempt, why });
        onProgress?.(run - first + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    if (heap === 0 && next - first >= runs / 5) heap = heapAfterCollection();
  }
  await site.app.runFrequentJobs();
  await site.sweep(new Date());
  if (heap > 0) tortured.grownBytes = heapAfterCollection() - heap;
  const whole = (why: string) => note({ run: -1, attempt: { path: '*', kind: 'nobody' }, why });
  for (const [table, rows] of Object.entries(await rowsOfReader(site.pool, cast.bystander.readerId)))
    if (rows.join('\n') !== before[table]?.join('\n')) whole(`rows of a bystander changed in ${table}`);
  for (const why of [...watched.end(), ...faults.slice(0, MOST_FINDINGS)]) whole(why);
  return tortured;
}

/** Repeats a failed attempt and returns the fault of its response. */
export async function tryAgain({ site, cast }: Stage, { path, kind, json, body }: Attempt): Promise<string | null> {
  const call = CALLS.find((each) => each.path === path);
  if (!call) throw new Error(`there is no call ${path} any more`);
  const caller = (await newCallers(site, cast)).find((each) => each.kind === kind);
  if (!caller) throw new Error(`there are no callers of the kind ${kind} any more`);
  const isSpoiled = json === undefined;
  const payload = isSpoiled ? Buffer.from(body ?? '', 'base64') : site.cipher.seal(json);
  return (await send(site, cast, call, { caller, payload, json: json ?? '', isSpoiled, random: seededRandom(0, 0) }))
    .why;
}

async function tryOut(site: TestApp, cast: Cast, callers: readonly Caller[], seed: number, run: number) {
  const random = seededRandom(seed, run);
  const call = CALLS[run % CALLS.length] ?? CALLS[0];
  const caller = random.oneOf(callers);
  const json = writeJson(anyPayload(call, random, cast.known));
  const isSpoiled = random.below(8) === 0;
  const payload = isSpoiled ? spoiledBody(json, site.cipher, random) : site.cipher.seal(json);
  const attempt: Attempt = isSpoiled
    ? { path: call.path, kind: caller.kind, body: Buffer.from(payload).toString('base64') }
    : { path: call.path, kind: caller.kind, json };
  return { attempt, ...(await send(site, cast, call, { caller, payload, json, isSpoiled, random })) };
}

/** `json`: the text before it was damaged. */
type Sent = { caller: Caller; payload: string | Buffer; json: string; isSpoiled: boolean; random: Random };

async function send(site: TestApp, cast: Cast, call: Call, { caller, payload, json, isSpoiled, random }: Sent) {
  const { http, text } = await (typeof payload === 'string' && !isSpoiled && random.below(4) > 0
    ? dispatched(site, call.path, payload, caller, random)
    : injected(site, cast, call.path, payload, caller, random));
  const code = Number(/"code":(-?\d+)/.exec(text)?.[1] ?? 9000);
  const asksForThemselves = call.path === 'user/info' && json.includes(cast.bystander.token);
  const leaked = asksForThemselves ? undefined : cast.bystander.secrets.find((secret) => text.includes(secret));
  const why = leaked ? `shows another reader’s ${leaked}` : faultOf(call, http, text);
  return { why, code };
}

/** Calls the dispatcher directly, which is faster than HTTP. */
async function dispatched(site: TestApp, path: string, body: string, caller: Caller, random: Random) {
  const bearer = authorizationOf(caller, random);
  const answer = await site.app.dispatcher.handle(path, body, {
    address: addressBy(random),
    url: 'http://localhost',
    secure: false,
    userAgent: random.oneOf(AGENTS),
    token: bearer?.startsWith('Bearer ') ? bearer.slice(7) : null,
  });
  return { http: answer.status, text: opened(site, answer.body.toString()) };
}

async function injected(
  site: TestApp,
  cast: Cast,
  path: string,
  payload: string | Buffer,
  caller: Caller,
  random: Random,
) {
  const authorization = authorizationOf(caller, random);
  const { token } = cast.bystander;
  const response = await site.http.inject({
    method: 'POST',
    url: `/api/${path}${random.below(5) === 0 ? `?token=${token}&id=1&id=2` : ''}`,
    headers: {
      'content-type': random.oneOf(['text/plain', 'text/plain', 'application/json', 'application/octet-stream']),
      'user-agent': random.oneOf(AGENTS),
      ...(authorization !== undefined && { authorization }),
      ...(random.below(5) === 0 && { cookie: `token=${token}; device=${token}` }),
    },
    payload,
    remoteAddress: addressBy(random),
  });
  return { http: response.statusCode, text: opened(site, response.body) };
}

function addressBy(random: Random): string {
  return `2001:db8:${random.below(ADDRESSES).toString(16)}::1`;
}

function opened(site: TestApp, body: string): string {
  try {
    return site.cipher.open(body);
  } catch {
    return body;
  }
}

/** Watches for unhandled rejections, and for changes of the built-in prototypes. */
function watchProcess(): { end(): string[] } {
  const failures: string[] = [];
  const note = (error: unknown) =>
    void failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  const inherited = () =>
    JSON.stringify(
      [Object, Array, Function, String, Promise].map(({ prototype }) => Reflect.ownKeys(prototype).map(String)),
    );
  const before = inherited();
  return {
    end() {
      process.off('unhandledRejection', note);
      process.off('uncaughtException', note);
      return inherited() === before ? failures : [...failures, 'a prototype was changed'];
    },
  };
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}
