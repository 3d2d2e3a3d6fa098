import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryLock } from './file-lock.ts';
import { readTextFile, writeTextFile } from './text-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manyu-full-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('joining a PostgreSQL that runs writes nothing, so that commands work on a full disk', () => {
  const path = join(folder, 'start.lock');
  tryLock(path, 'shared')?.release();
  const held = tryLock(path, 'exclusive');
  expect(held).toBeDefined();
  expect([statSync(path).size, existsSync(`${path}-journal`)]).toEqual([0, false]);
  held?.release();

  const note = join(folder, 'space');
  writeTextFile(note, 'here');
  const { ino } = statSync(note);
  writeTextFile(note, 'here');
  expect(statSync(note).ino).toBe(ino);
  writeTextFile(note, 'there');
  expect(readTextFile(note)).toBe('there');
});
