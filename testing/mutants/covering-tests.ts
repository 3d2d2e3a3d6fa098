import { posix } from 'node:path';
import type { SourceFile } from '../project/architecture/source-tree.ts';

/** The number of test files for one mutant; the nearest ones most likely detect it. */
const MOST_TESTS = 10;
const MOST_BROWSER_TESTS = 2;
const BROWSER_FOLDER = 'testing/e2e/';
/** It compares the contract with docs/api.md. */
const REFERENCE_TEST = 'testing/project/api-reference.test.ts';

/**
 * The browser tests for each part of the client; the last row is for other files. Browser tests load the built app, so imports
 * don't connect them to the client's files.
 */
export const BROWSER_TESTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/shell-worker\//, ['new-version', 'downloads']],
  [/features\/downloads\/|my\/device\//, ['downloads']],
  [/first-screen\/|features\/pictures\/kept-/, ['first-covers', 'first-pages']],
  [/entry-server|ui\/(?:on-demand|use-hydrated)/, ['rendered-screens']],
  [/screens\/chapter\/paged\//, ['paged', 'kept-place']],
  [
    /screens\/chapter\/(?:progress|viewer|strip)\/|features\/reading\/progress\//,
    ['kept-place', 'reader', 'interruptions'],
  ],
  [/screens\/chapter\/|features\/reading\/(?:read-ahead|chapter-answers)\//, ['reader-bars', 'reader']],
  [/(?:comic|buying)\/(?:buying|chapters)\//, ['buy', 'buy-several']],
  [/screens\/payment\//, ['payment', 'wechat']],
  [/screens\/attendance\//, ['attendance']],
  [/screens\/giftbox\//, ['giftbox']],
  [/screens\/search\//, ['search']],
  [/screens\/(?:faq|service|privacy)\/|features\/text\/rich-text\//, ['help']],
  [/features\/share\//, ['share']],
  [/runtime\/images\//, ['lazy-image', 'bad-pages']],
  [/screens\/library\//, ['library', 'library-lists']],
  [/screens\/my\/|features\/account\//, ['login', 'my', 'telephone']],
  [/screens\/comic\/|features\/(?:text\/countdown|reading\/chapter)/, ['seen-on-screens', 'turning']],
  [/features\/(?:listings|comics)\//, ['channels', 'listings', 'late-banners']],
  [/^ui\/|features\/navigation\/top-bar\//, ['channels', 'sheets']],
  [/features\/pictures\/lazy-image\//, ['lazy-image']],
  [/features\/navigation\/way-back\//, ['back', 'navigation']],
  [/(?:runtime|api)\//, ['session', 'lost-session', 'navigation']],
  [/./, ['navigation', 'waiting', 'session']],
];

/**
 * The test files that may detect a change in a line: unit and module tests, sorted by import distance and common words, then
 * browser tests. For files that everything imports, only the words count.
 */
export function coveringTests(files: readonly SourceFile[], path: string, lineText: string): string[] {
  const reached = distancesTo(files, path);
  const tests = files.filter((file) => isUnitTest(file.path) && reached.has(file.path));
  const weights = wordWeights(lineText, tests);
  const near = tests
    .map(({ path: test, text }) => ({
      test,
      relevance:
        2 * sharedFolders(test, path) +
        sum(weights.map(({ word, weight }) => (speaksOf(test + text, word) ? weight : 0))),
      distance: reached.get(test) ?? 0,
    }))
    .sort((a, b) => b.relevance - a.relevance || a.distance - b.distance || a.test.localeCompare(b.test))
    .slice(0, MOST_TESTS)
    .map(({ test }) => test);
  if (/^(ui|client)\//.test(path)) return [...near, ...browserTests(files, path)];
  // Changes of the contract change the reference.
  const isReferred = path.startsWith('contract/') && reached.has(REFERENCE_TEST);
  return isReferred ? [...new Set([...near, REFERENCE_TEST])] : near;
}

const isUnitTest = (path: string) => path.endsWith('.test.ts') && !path.startsWith(BROWSER_FOLDER);

/** The words of a line, split at case changes, weighted by rarity in the tests. */
function wordWeights(lineText: string, tests: readonly SourceFile[]): { word: string; weight: number }[] {
  const words = new Set(lineText.split(/[^A-Za-z]+|(?=[A-Z])/).map((word) => word.toLowerCase()));
  return [...words]
    .filter((word) => word.length > 2)
    .map((word) => {
      const known = tests.filter(({ path, text }) => speaksOf(path + text, word)).length;
      return { word, weight: known === 0 ? 0 : Math.log(tests.length / known) };
    });
}

function speaksOf(text: string, word: string): boolean {
  return text.toLowerCase().includes(word);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function browserTests(files: readonly SourceFile[], path: string): string[] {
  const [, names = []] = BROWSER_TESTS.find(([pattern]) => pattern.test(path)) ?? [];
  return names.flatMap((name) => browserTest(files, name) ?? []).slice(0, MOST_BROWSER_TESTS);
}

/** The browser test of that name, in whatever folder it is. */
export function browserTest(files: readonly SourceFile[], name: string): string | undefined {
  return files.find(({ path }) => path.startsWith(BROWSER_FOLDER) && posix.basename(path) === `${name}.test.ts`)?.path;
}

/** The import distance from each file to `path`. */
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

/** The number of common leading folders of two paths. */
function sharedFolders(a: string, b: string): number {
  const [left, right] = [posix.dirname(a).split('/'), posix.dirname(b).split('/')];
  const differs = left.findIndex((folder, index) => folder !== right[index]);
  return differs < 0 ? left.length : differs;
}
