import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { createLogOutput } from './log-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A log, and its lines without time and level. */
function written() {
  const lines: object[] = [];
  const to = new PassThrough();
  to.on('data', (chunk) => {
    const { time: _time, level: _level, ...line } = JSON.parse(String(chunk));
    lines.push(line);
  });
  return { log: createLog('info', to), lines };
}

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

test('an unavailable database is logged at once, then once a second with the number of failures', () => {
  const { log, lines } = written();
  const [calls, jobs] = [log, log.child({ of: 'jobs' })];
  for (let i = 0; i < 300; i++) calls.error({ err: refused, path: 'home' }, 'a call failed');
  const first = { reason: refused.message, failures: 1, msg: 'the database is away' };
  expect(lines).toEqual([first]);
  jobs.warn({ err: refused, job: 'ranking' }, 'a job failed');
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual([first, { ...first, failures: 300 }]);
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(2);
  log.error({ err: refused }, 'a call failed');
  expect(lines).toEqual([first, { ...first, failures: 300 }, first]);
});

test('a program error keeps its message and stack, also while the database is unavailable', () => {
  const { log, lines } = written();
  log.error({ err: refused }, 'a call failed');
  log.error({ err: new TypeError('x is not a function'), path: 'home' }, 'a call failed');
  expect(lines[1]).toMatchObject({ msg: 'a call failed', path: 'home', err: { message: 'x is not a function' } });
  expect(JSON.stringify(lines[1])).toContain('log.test.ts');
});

test.each([
  ['a server that is starting', databaseError('57P03'), true],
  ['a server that stops', databaseError('57P01'), true],
  ['a user it refuses', databaseError('28P01'), false],
  ['a statement that is wrong', databaseError('42601'), false],
  ['both addresses of a name', new AggregateError([refused, refused]), true],
  ['a socket that is not there', system('ENOENT', 'connect'), true],
  ['a picture that is not there', system('ENOENT', 'open'), false],
  ['a reader who disconnects', Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), false],
  ['a connection cut in the middle', new Error('Connection terminated unexpectedly'), true],
])('an error is logged as an unavailable database, or not: %s', (_what, error, isAway) => {
  const { log, lines } = written();
  log.error({ err: error }, 'a call failed');
  expect(JSON.stringify(lines[0]).includes('the database is away')).toBe(isAway);
});

test.skipIf(process.platform !== 'linux')('a full disk under the log keeps no line from being logged', () => {
  const full = openSync('/dev/full', 'w');
  const log = createLog(
    'info',
    createLogOutput((bytes) => writeSync(full, bytes)),
  );
  expect(() => log.error('a call failed')).not.toThrow();
  closeSync(full);
});

test('lost lines are counted, and the next line has their number; an incomplete line stays a separate line', () => {
  let room = Number.POSITIVE_INFINITY;
  let text = '';
  const log = createLog(
    'info',
    createLogOutput((bytes) => {
      if (room <= 0) throw system('ENOSPC', 'write');
      const fitting = bytes.subarray(0, room);
      text += fitting;
      room -= fitting.length;
      return fitting.length;
    }),
  );
  log.info('first');
  room = 20;
  for (const line of ['torn', 'second', 'third']) log.info(line);
  room = Number.POSITIVE_INFINITY;
  for (const line of ['fourth', 'fifth']) log.info(line);
  const [first, torn, loss, ...others] = text.trimEnd().split('\n');
  expect(torn).toHaveLength(20);
  const said = [first, loss, ...others].map((line) => JSON.parse(line ?? ''));
  expect(said).toMatchObject([
    { msg: 'first' },
    { level: 50, lost: 3, msg: 'lines of the log were lost' },
    { msg: 'fourth' },
    { msg: 'fifth' },
  ]);
});

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
}

function system(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

test.skipIf(process.platform !== 'linux')('a full disk under the standard output does not end the process', () => {
  const full = openSync('/dev/full', 'w');
  const script = `import { keepWithoutOutput } from '${new URL('./log-output.ts', import.meta.url)}';
    keepWithoutOutput(); process.stdout.write('a sentence'); setTimeout(() => process.exit(7), 100);`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', full, full],
  });
  expect(status).toBe(7);
  closeSync(full);
});

test('a line has no terminal control characters', () => {
  const { log, lines } = written();
  log
    .child({ of: 'import' })
    .warn({ path: 'a\u001b]52;c;x\u0007 \u009d52;c;x\u009c\u007f.cbz' }, 'a comic was refused');
  expect(lines).toEqual([{ of: 'import', path: 'a\u001b]52;c;x\u0007 �52;c;x��.cbz', msg: 'a comic was refused' }]);
});
