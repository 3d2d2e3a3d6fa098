import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSourceTree } from './architecture/source-tree.ts';

const UI = fileURLToPath(new URL('../../ui/', import.meta.url));
const LISTINGS = ['home', 'weekly', 'new', 'complete', 'ranking', 'freesale', 'free'];

/** The files whose classes are not in the first style sheet. */
function leftOut(): Set<string> {
  const patterns = [...readFileSync(`${UI}app.css`, 'utf8').matchAll(/@source not "(.*?)"/g)].map(
    ([, path = '']) => path,
  );
  return new Set(
    patterns.flatMap((pattern) => {
      const files = globSync([pattern, `${pattern}/**/*.tsx`], { cwd: UI }).filter((file) => file.endsWith('.tsx'));
      return files.map((file) => posix.join('ui', file));
    }),
  );
}

/** Other screens, and the dialogs of overlays.tsx, load all-utilities.css. */
const bringsAllUtilities = (from: string, target: string) =>
  (from === 'client/routes.tsx' && !LISTINGS.some((name) => target.startsWith(`client/screens/${name}/`))) ||
  (from === 'client/layout/overlays.tsx' && target.startsWith('client/features/'));

test('the first sheet contains the styles of everything that a listing draws', () => {
  const tree = new Map(readSourceTree().map((file) => [file.path, file]));
  const drawn = new Set(['client/main.tsx']);
  // Iterating a set includes elements that are added during the iteration.
  for (const path of drawn)
    for (const { target, typeOnly } of tree.get(path)?.imports ?? [])
      if (!typeOnly && !bringsAllUtilities(path, target)) drawn.add(target);
  const missing = leftOut();
  expect(missing.size).toBeGreaterThan(50);
  expect(drawn.size).toBeGreaterThan(50);
  expect([...drawn].filter((path) => missing.has(path))).toEqual([]);
});
