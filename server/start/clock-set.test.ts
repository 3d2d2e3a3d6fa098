import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginBySms, loginSendSms } from '#contract/calls/account';
import { comicPay } from '#contract/calls/comic';
import { sign } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import { alreadyCheckedIn, wrongCode } from '#contract/codes';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../testing/app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { expectState, order, readersWithCoins, topUp } from '../../testing/drills/reader-day.ts';
import { lostOf, prepareWriting, startWriting } from '../../testing/drills/writing.ts';
import { lastCode, newPhone } from '../../testing/factories/readers.ts';
import { expectSoundRewards } from '../../testing/factories/rewards.ts';
import { expectSoundShop } from '../../testing/factories/shop.ts';
import { openPool } from '../core/db/db.ts';

const DAY_MS = 24 * 3600 * 1000;
const FOR_MS = 5_000;
const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const PRELOAD = fileURLToPath(new URL('../../testing/drills/shifted-clock.ts', import.meta.url));

/** The resources of the drill. They are released at the end in any case. */
const made = new AsyncDisposableStack();
let folder: string;
let database: TestDatabase;
let pool: Pool;
let app: AppProcess;
let env: Record<string, string>;

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  database = await createTestDatabase();
  made.defer(() => database.drop());
  pool = openPool(database.connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
  folder = scratchFolder(made, 'manyu-clock');
  const shift = join(folder, 'shift');
  writeFileSync(shift, '0');
  env = { DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, MANYU_CLOCK_SHIFT: shift };
  app = await startAppProcess(env, PRELOAD);
  made.defer(() => app.stop());
}, 300_000);

afterAll(() => made.disposeAsync(), 300_000);

/** Sets the clock of the app's machine, beside a database whose clock is right. */
function setClock(shiftMs: number) {
  writeFileSync(join(folder, 'shift'), String(shiftMs));
  app.kill('SIGUSR2');
}

/** The doctor's output about the clock, on the same machine. */
function doctorSays(): string {
  const args = ['--import', PRELOAD, CLI, 'doctor', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  return /"found": "(比数据库[慢快] \d+ 秒|与数据库一致)/.exec(stdout)?.[1] ?? stdout;
}

test.runIf(isDrill)(
  'a clock set a day ahead, a day back and right again loses no write and no session, and rewards nothing twice',
  async () => {
    const parts = await prepareWriting(pool, join(folder, 'store'), new Date(Date.now() - 3 * DAY_MS));
    const [token = ''] = await readersWithCoins(pool, 1);
    const [comic] = parts.comics;
    const bought = { chapterIds: [comic?.chapterId ?? 0], expect: 1, key: 'the-same-however-often' };
    const writing = startWriting(() => app, parts);
    const said: string[] = [];
    const signs: number[] = [];
    for (const days of [0, 1, 0, -1, 0]) {
      setClock(days * DAY_MS);
      await sleep(FOR_MS);
      said.push(doctorSays());
      for (let twice = 0; twice < 2; twice++) {
        signs.push((await app.call(sign, { sign: true }, token)).code);
        expect(await app.call(comicPay, bought, token)).toMatchObject({ code: 0 });
      }
    }
    const written = await writing.stop();
    const lost = await lostOf(app, written, pool);
    const faults = written.flatMap(({ fault }) => fault ?? []);
    console.log(`clock a day on and back: ${written.length} calls, ${lost.length} lost, ${faults.length} faults`);
    expect({ lost, faults }).toEqual({ lost: [], faults: [] });
    // The first day, and the next; both are over when the clock is right again.
    const again = alreadyCheckedIn;
    expect(signs).toEqual([0, again, 0, again, again, again, again, again, again, again]);
    expect(said).toEqual([
      '与数据库一致',
      '比数据库快 86400 秒',
      '与数据库一致',
      '比数据库慢 86400 秒',
      '与数据库一致',
    ]);
    await expectSoundRewards({ pool });
  },
  300_000,
);

/** The code that a phone gets now. */
async function askForCode(telephone: string): Promise<string> {
  expect(await app.call(loginSendSms, { telephone }, '')).toMatchObject({ code: 0 });
  return lastCode({ pool }, telephone);
}

async function logIn(telephone: string, code: string): Promise<string> {
  const { code: outcome, data } = await app.call(loginBySms, { telephone, code }, '');
  expect(outcome).toBe(0);
  return data?.token ?? '';
}

/** Starts work by one clock that the next one ends: a sent code, an order to pay, and a paid one without a notification. */
async function begin(
  place: { app: () => AppProcess; untilAnswered: <T>(ask: () => Promise<T>) => Promise<T> },
  token: string,
) {
  const telephone = newPhone();
  const code = await askForCode(telephone);
  const [open, silent] = [await order(place, token), await order(place, token)];
  await silent.pay('silent');
  // The channel has been asked about it by this clock.
  await expectState(place, token, open.orderId, 'created');
  return { telephone, code, open, silent };
}

test.runIf(isDrill)(
  'readers log in and top up with every clock, and unfinished orders are completed after a change of the clock',
  async () => {
    const [token = ''] = await readersWithCoins(pool, 1);
    const place = { app: () => app, untilAnswered: <T>(ask: () => Promise<T>) => ask() };
    const sessions: string[] = [];
    let begun: Awaited<ReturnType<typeof begin>> | undefined;
    let before = 0;
    for (const days of [0, 1, 0, -1, 0]) {
      setClock(days * DAY_MS);
      await sleep(500);
      if (begun) {
        const { telephone, code, open, silent } = begun;
        const isOver = days > before;
        // A code of tomorrow is good today: it was sent to this phone, and nobody is kept out.
        expect((await app.call(loginBySms, { telephone, code }, '')).code).toBe(isOver ? wrongCode : 0);
        sessions.push(await logIn(telephone, await askForCode(telephone)));
        await expectState(place, token, silent.orderId, 'granted');
        if (!isOver) await open.pay('silent');
        await expectState(place, token, open.orderId, isOver ? 'closed' : 'granted');
      }
      await topUp(place, token);
      begun = await begin(place, token);
      for (const each of [token, ...sessions]) expect((await app.call(userInfo, { token: each }, each)).code).toBe(0);
      before = days;
    }
    console.log(`clock a day on and back: ${sessions.length} logins and their sessions, top-ups by every clock`);
    await expectSoundShop({ pool });
  },
  300_000,
);
