import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCipher } from '../../../server/core/dispatch/cipher.ts';
import { readConfig } from '../../../server/start/config.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { type RunningApp, startApp } from '../running-app.ts';
import { ratiosOf, spreadOf } from '../spread.ts';
import { type Row, ratioRow } from '../table.ts';

const PASSWORD = 'Tr0ub4dor&3-x';
/** More than log in at once, so that no reader's own waits play a part. */
const READERS = 24;
const LOGINS_AT_ONCE = 4;
/** As many as the app hashes, with its parameters. */
const HASHES_AT_ONCE = availableParallelism() > 2 ? 2 : 1;
const ARGON2 = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };
const SECONDS = 3;
const ATTACKING_SESSIONS = 400;
/** One and a half times as many as can wait. */
const ATTACKS_AT_ONCE = 24 * HASHES_AT_ONCE;
const ATTACK_EACH_MS = 20;

type Asking = { token?: string; address?: string };
type Call = (path: string, payload: object, given?: Asking) => Promise<{ status: number; data: { token: string } }>;

/** Logins against argon2 alone, and logins during an attack against logins without one. Uses all cores, because hashing has threads. */
export async function measureLogins(rounds: number): Promise<Row[]> {
  const dataDir = temporaryFolder();
  // Each login comes from an address of its own, as readers do.
  const app = await startApp({ dataDir, script: 'server/main.ts', core: null, env: { TRUST_PROXY: 'true' } });
  try {
    const call = createCaller(app);
    const names = await addReaders(call);
    const attack = await prepareAttack(call);
    const [hashes, logins, attacked]: number[][] = [[], [], []];
    const honest = () => perSecond(LOGINS_AT_ONCE, (turn) => logIn(call, names[turn % READERS] ?? ''));
    for (let round = 0; round < rounds; round++) {
      hashes?.push(await perSecond(HASHES_AT_ONCE, hash));
      logins?.push(await honest());
      attacked?.push(await attack(honest));
    }
    const row = (
      name: string,
      [ours = [], baseline = []]: readonly (number[] | undefined)[],
      what: string,
      least: number,
    ) =>
      ratioRow(name, { ours: shown(ours), baseline: `${shown(baseline)} (${what})` }, ratiosOf(ours, baseline), {
        atLeast: least,
      });
    return [
      row('logins', [logins, hashes], 'argon2 alone', 0.9),
      row('logins under attack', [attacked, logins], 'logins', 0.8),
    ];
  } finally {
    await app.stop();
    removeFolder(dataDir);
  }
}

function shown(perSecond: readonly number[]): string {
  return `${spreadOf(perSecond).median.toFixed(1)}/s`;
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

/** How often per second `work` is done, with `atOnce` running at the same time. */
async function perSecond(atOnce: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let begun = 0;
  const worker = async () => {
    while (performance.now() - started < SECONDS * 1000) await work(begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return begun / ((performance.now() - started) / 1000);
}
