import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './build-lock.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const lock = () => join(folder, '.lock');
const NO_PROCESS = 2 ** 22 + 1;

test('two at once take turns', async () => {
  const steps: string[] = [];
  const work = (name: string) =>
    withLock(lock(), async () => {
      steps.push(`${name} begins`);
      await wait(50);
      steps.push(`${name} ends`);
    });
  await Promise.all([work('one'), work('two')]);
  const first = steps[0]?.slice(0, 3);
  expect(steps.slice(0, 2)).toEqual([`${first} begins`, `${first} ends`]);
  expect(steps).toHaveLength(4);
});

test('the lock is given back when the work fails', async () => {
  await expect(withLock(lock(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock())).toBe(false);
});

test('a lock left by a process that is gone is broken', async () => {
  await writeFile(lock(), String(NO_PROCESS));
  expect(await withLock(lock(), async () => 'done')).toBe('done');
});

test('a lock whose owner died before signing it is broken after a while', async () => {
  await writeFile(lock(), '');
  await utimes(lock(), 1, 1);
  expect(await withLock(lock(), async () => 'done')).toBe('done');
});
