import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentedCommands } from './documented-commands.ts';
import { proofsOf } from './proofs.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const MADE = { reader: 1, feedback: 1, orders: [], change: () => 0 };

test('of every command that the documents show it is said what runs it, and of no other', () => {
  const shown = new Set(documentedCommands().map(({ line }) => line));
  const proofs = proofsOf(MADE);
  expect(shown.size).toBeGreaterThan(90);
  expect([...shown].filter((line) => !Object.hasOwn(proofs, line))).toEqual([]);
  expect(Object.keys(proofs).filter((line) => !shown.has(line))).toEqual([]);
});

test('what is said to run a command is there', () => {
  const files = Object.values(proofsOf(MADE)).flatMap((proof) => ('by' in proof ? [proof.by] : []));
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
