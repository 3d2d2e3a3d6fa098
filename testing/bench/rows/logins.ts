import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCipher } from '../../../server/core/dispatch/cipher.ts';
import { readConfig } from '../../../server/start/config.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { type RunningApp, startApp } from '../running-app.ts';
import { percentile, ratiosOf, spreadOf } from '../spread.ts';
import { figureRow, type Row, ratioRow } from '../table.ts';

const PASSWORD = 'Tr0ub4dor&3-x';
/** More than log in at once, so that no reader's own waits play a part. */
const READERS = 24;
const LOGINS_AT_ONCE = 4;
/** As many as the app hashes, with its parameters. */
const HASHES_AT_ONCE = availableParallelism() > 2 ? 2 : 1;
const ARGON2 = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };
const SECONDS = 3;
const ASK_EACH_MS = 10;
const ATTACKING_SESSIONS = 400;
/** Half as many again as can wait. */
const ATTACKS_AT_ONCE = 24 * HASHES_AT_ONCE;
const ATTACK_EACH_MS = 20;

type Asking = { token?: string; address?: string };
type Call = (path: string, payload: object, given?: Asking) => Promise<{ status: number; data: { token: string } }>;

/**
 * Logins beside argon2 alone with as many at once, and what another reader feels of them. On all cores: hashing has
 * threads.
 */
export async function measureLogins(rounds: number): Promise<Row[]> {
  const dataDir = temporaryFolder();
  // Each login comes from an address of its own, as readers do.
  const app = await startApp({ dataDir, script: 'server/main.ts', core: null, env: { TRUST_PROXY: 'true' } });
  try {
    const call = createCaller(app);
    const names = await addReaders(call);
    const { token } = (await call('user/register', { domain: 'bench', platform: null })).data;
    const attack = await prepareAttack(call);
    const hashes: number[] = [];
    const attacked: number[] = [];
    const logins: number[] = [];
    const waits: number[] = [];
    const waitsAnyway: number[] = [];
    const wrong = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const info = () => call('user/info', { token });
      // In a process of its own: there it takes cores as logins do, but none of the app's threads.
      waitsAnyway.push(...(await timesBeside(info, async () => hashes.push(await perSecond(HASHES_AT_ONCE, hash)))));
      const logging = () => perSecond(LOGINS_AT_ONCE, (turn) => logIn(call, names[turn % READERS] ?? ''));
      waits.push(...(await timesBeside(info, async () => logins.push(await logging()))));
      attacked.push(await attack(logging));
      const { known, unknown } = await timeWrongLogins(call, names);
      wrong.known.push(known);
      wrong.unknown.push(unknown);
    }
    const slowest = (ms: number) => `p99 ${ms.toFixed(0)} ms`;
    const inMs = (each: number[]) => `${spreadOf(each).median.toFixed(1)} ms`;
    const shown = (each: number[]) => `${spreadOf(each).median.toFixed(1)}/s`;
    const figures = { ours: shown(logins), baseline: `${shown(hashes)} (argon2 alone)` };
    return [
      ratioRow('logins', figures, ratiosOf(logins, hashes), { atLeast: 0.9 }),
      {
        ...figureRow('user/info beside logins', percentile(waits, 0.99), { atMost: 50 }, slowest),
        baseline: `${slowest(percentile(waitsAnyway, 0.99))} (beside argon2 alone)`,
      },
      ratioRow(
        'logins under attack',
        { ours: shown(attacked), baseline: `${shown(logins)} (logins)` },
        ratiosOf(attacked, logins),
        { atLeast: 0.8 },
      ),
      ratioRow(
        'login of nobody',
        { ours: inMs(wrong.unknown), baseline: `${inMs(wrong.known)} (wrong password)` },
        ratiosOf(wrong.unknown, wrong.known),
        { atMost: 1.1 },
      ),
    ];
  } finally {
    await app.stop();
    removeFolder(dataDir);
  }
}

function createCaller(app: RunningApp): Call {
  const { cipher: secret } = readConfig({});
  const cipher = createCipher(secret.key, secret.iv);
  let calls = 0;
  return async (path, payload, { token, address } = {}) => {
    calls += 1;
    const readersOwn = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    const response = await fetch(`${app.url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'x-forwarded-for': address ?? readersOwn,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: cipher.seal(JSON.stringify(payload)),
    });
    return JSON.parse(cipher.open(await response.text()));
  };
}

async function addReaders(call: Call): Promise<string[]> {
  const names = Array.from({ length: READERS }, (_, i) => `reader_${i}`);
  for (const username of names) {
    const { token } = (await call('user/register', { domain: 'bench', platform: null })).data;
    await call('user/password', { username, password: PASSWORD }, { token });
  }
  return names;
}

async function logIn(call: Call, username: string): Promise<void> {
  const { status } = await call('user/login', { username, password: PASSWORD });
  if (status !== 1) throw new Error(`The login of ${username} was refused`);
}

/** The time until a login is refused, alternately with an existing name and a name that does not exist. */
async function timeWrongLogins(call: Call, names: readonly string[]): Promise<{ known: number; unknown: number }> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const name of names) {
    for (const [kind, username] of [
      ['known', name],
      ['unknown', `no_${name}`],
    ] as const) {
      const started = performance.now();
      await call('user/login', { username, password: `${PASSWORD}!` });
      times[kind].push(performance.now() - started);
    }
  }
  return { known: spreadOf(times.known).median, unknown: spreadOf(times.unknown).median };
}

/**
 * Sessions that repeat the calls with hashing, from one address and from changing ones of one /48, so that no limit by address
 * stops them; more of them than the queue holds.
 */
async function prepareAttack(call: Call): Promise<(honest: () => Promise<number>) => Promise<number>> {
  const tokens: string[] = [];
  for (let session = 0; session < ATTACKING_SESSIONS; session++)
    tokens.push((await call('user/register', { domain: 'bench', platform: null })).data.token);
  let turn = 0;
  const attack = () => {
    turn += 1;
    const address = turn % 2 ? '192.0.2.66' : `2001:db8:bad:${(turn & 0xffff).toString(16)}::1`;
    const given = { token: tokens[turn % ATTACKING_SESSIONS], address };
    return turn % 3
      ? call('user/teen', { on: true, pin: String(turn % 10_000).padStart(4, '0') }, given)
      : call('user/password', { username: `attack_${turn}`, password: PASSWORD }, given);
  };
  return async (honest) => {
    const over = new AbortController();
    const attacker = async () => {
      while (!over.signal.aborted) {
        await attack();
        await sleep(ATTACK_EACH_MS);
      }
    };
    const attackers = Array.from({ length: ATTACKS_AT_ONCE }, attacker);
    return honest().finally(async () => {
      over.abort();
      await Promise.all(attackers);
    });
  };
}

function hash(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const given = { message: PASSWORD, nonce: randomBytes(16), ...ARGON2 };
    argon2('argon2id', given, (error, made) => (error ? reject(error) : resolve(made)));
  });
}

/** How often work is done, some at once. */
async function perSecond(atOnce: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let begun = 0;
  const worker = async () => {
    while (performance.now() - started < SECONDS * 1000) await work(begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return begun / ((performance.now() - started) / 1000);
}

/** Milliseconds that each call took, one after the other while other work is done. */
async function timesBeside(call: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
      await sleep(ASK_EACH_MS);
    }
  })();
  await work().finally(() => over.abort());
  await asking;
  return times;
}
