import { posix } from 'node:path';
import type { SourceFile } from '../architecture/source-tree.ts';

/** The most test files that are tried for one mutant: those nearest to it are the ones that name what it breaks. */
const MOST_TESTS = 12;
const MOST_BROWSER_TESTS = 3;

/** What a reader does on a screen stands in these browser tests; a client file that belongs to no screen is in the last. */
const BROWSER_TESTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/screens\/chapter\/|features\/progress\//, ['reader', 'reader-bars', 'interruptions']],
  [/screens\/library\//, ['library', 'library-lists']],
  [/screens\/my\/|features\/(?:send-code|proof|login)/, ['login', 'my', 'telephone']],
  [/screens\/comic\/|features\/(?:countdown|chapter)/, ['seen-on-screens', 'turning']],
  [/features\/(?:banner|listing|genre|endless|comic)/, ['channels', 'listings', 'late-banners']],
  [/features\/lazy-image\//, ['lazy-image']],
  [/features\/way-back\//, ['back', 'navigation']],
  [/(?:runtime|api)\//, ['session', 'lost-session', 'navigation']],
  [/./, ['navigation', 'waiting', 'session']],
];

/** The test files that may notice a change of a file, nearest first: unit and module tests, then browser tests. */
export function coveringTests(files: readonly SourceFile[], path: string): string[] {
  const reached = distancesTo(files, path);
  const near = [...reached]
    .filter(([file]) => file.endsWith('.test.ts') && !file.startsWith('e2e/'))
    .map(([file, distance]) => ({ file, distance, shared: sharedFolders(file, path) }))
    .sort((a, b) => b.shared - a.shared || a.distance - b.distance || a.file.localeCompare(b.file))
    .slice(0, MOST_TESTS)
    .map(({ file }) => file);
  return path.startsWith('client/') ? [...near, ...browserTests(files, path)] : near;
}

function browserTests(files: readonly SourceFile[], path: string): string[] {
  const [, names = []] = BROWSER_TESTS.find(([pattern]) => pattern.test(path)) ?? [];
  const known = new Set(files.map((file) => file.path));
  return names
    .map((name) => `e2e/${name}.test.ts`)
    .filter((file) => known.has(file))
    .slice(0, MOST_BROWSER_TESTS);
}

/** How many imports lie between each file that needs `path`, and it. */
function distancesTo(files: readonly SourceFile[], path: string): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const { target, isPackage, typeOnly } of file.imports) {
      if (isPackage || typeOnly) continue;
      const known = importers.get(target);
      if (known) known.push(file.path);
      else importers.set(target, [file.path]);
    }
  }
  const distances = new Map([[path, 0]]);
  const queue = [path];
  for (const target of queue) {
    for (const importer of importers.get(target) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, (distances.get(target) ?? 0) + 1);
      queue.push(importer);
    }
  }
  return distances;
}

/** How many folders two paths have in common from the root on. */
function sharedFolders(a: string, b: string): number {
  const [left, right] = [posix.dirname(a).split('/'), posix.dirname(b).split('/')];
  const differs = left.findIndex((folder, index) => folder !== right[index]);
  return differs < 0 ? left.length : differs;
}
