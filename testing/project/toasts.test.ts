import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
/** They pass the option on. */
const PASS_ON = [
  'client/runtime/send/send.ts',
  'client/runtime/queries/queries.ts',
  'client/runtime/queries/endless.ts',
];

test('every place that leaves out a toast is listed in docs/toasts.md, and nothing else is', () => {
  const silent = globSync('{ui,client}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.|\/testing\//.test(file) && !PASS_ON.includes(file))
    .filter((file) => /\bexpected\b:? ?[[=\w]/.test(code(file)));
  const listed = [...readFileSync(path.join(ROOT, 'docs/toasts.md'), 'utf8').matchAll(/^\| `([^`]+)`/gm)];
  expect(silent.toSorted()).toEqual(listed.map(([, file]) => file).toSorted());
});

/** Without its comments. */
function code(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}
