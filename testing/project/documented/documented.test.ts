import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentedCommands } from './documented-commands.ts';
import { proofsOf } from './proofs.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const MADE = { reader: 1, feedback: 1, orders: [], change: () => 0 };

test('every documented command has a test, and there are no others', () => {
  const shown = new Set(documentedCommands().map(({ line }) => line));
  const proofs = proofsOf(MADE);
  expect(shown.size).toBeGreaterThan(90);
  expect([...shown].filter((line) => !Object.hasOwn(proofs, line))).toEqual([]);
  expect(Object.keys(proofs).filter((line) => !shown.has(line))).toEqual([]);
});

test('the files that run commands exist', () => {
  const files = Object.values(proofsOf(MADE)).flatMap((proof) => ('by' in proof ? [proof.by] : []));
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
