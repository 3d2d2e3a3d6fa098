import { expect, test } from 'vitest';
import { seededRandom } from '../app/seeded-random.ts';
import { readSourceTree, sourceFile } from '../project/architecture/source-tree.ts';
import { BROWSER_TESTS, browserTest, coveringTests } from './covering-tests.ts';
import { apply, mutationsOf } from './mutations.ts';
import { drawSample, isInScope } from './sample.ts';

const edits = (text: string) => mutationsOf('x.ts', text).map((mutation) => apply(text, mutation));

test.each([
  ['const x = a < b;', ['const x = a <= b;']],
  ['const x = a >= b;', ['const x = a > b;']],
  ['const x = a === b;', ['const x = a !== b;']],
  ['const x = a && b;', ['const x = a || b;']],
  ['const x = 7;', ['const x = 8;']],
  ['const x = 30;', ['const x = 60;']],
  ['const x = 0.1;', ['const x = 0.2;']],
  ['const x = false;', ['const x = true;']],
  ['const x = a ? b : c;', ['const x = !(a) ? b : c;']],
  ['save(a);', [';']],
  ['await save(a);', [';']],
  ['function f() { if (a) return; }', ['function f() { if (!(a)) return; }', 'function f() { ; }'].toSorted()],
  [
    'const x = sql`select 1 where least(a, b) < 2`;',
    ['const x = sql`select 1 where greatest(a, b) < 2`;', 'const x = sql`select 1 where least(a, b) <= 2`;'],
  ],
  [
    'const x = `select 1\n  where a\n  and b = 1\n order by c desc`;',
    [
      'const x = `select 1\n  where a\n\n order by c desc`;',
      'const x = `select 1\n  where a\n  and b = 1\n order by c`;',
    ],
  ],
])('%s', (text, expected) => {
  expect(edits(text).toSorted()).toEqual([...expected].toSorted());
});

test.each(['type A = 1 | true;', 'log.warn({ a: b }, c);', "import a from 'b';", 'const x = `a < b`;'])(
  'nothing is changed in %s',
  (text) => expect(edits(text)).toEqual([]),
);

test('a sample is the same for the same seed, takes from every area and has none twice', () => {
  const mutants = ['server/core/a.ts', 'server/modules/reading/b.ts', 'client/c.ts'].flatMap((path) =>
    mutationsOf(path, 'const x = 1 < 2;\nconst y = a && 3 > 4;\nsave(b);').map((mutation) => ({ ...mutation, path })),
  );
  const draw = (seed: number) => drawSample(mutants, 9, seededRandom(seed, 0));
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(new Set(draw(1)).size).toBe(9);
  expect(new Set(draw(1).map(({ path }) => path)).size).toBe(3);
  expect(drawSample(mutants, 1000, seededRandom(1, 0)).length).toBe(mutants.length);
});

test('tests and purely visual files are not mutated', () => {
  expect(['server/core/a.ts', 'client/features/x/y.ts', 'contract/codes.ts'].filter(isInScope).length).toBe(3);
  expect(
    ['server/core/a.test.ts', 'testing/app/app.ts', 'client/x.tsx', 'testing/bench/a.ts'].filter(isInScope),
  ).toEqual([]);
});

test('browser tests that are named for a part of the client exist, and the worker and downloads have their own', () => {
  const files = readSourceTree();
  const named = [...BROWSER_TESTS.values()].flatMap(([, names]) => names);
  expect(named.filter((name) => browserTest(files, name) === undefined)).toEqual([]);
  const tried = (path: string) => coveringTests(files, path, '');
  expect(tried('client/shell-worker/shell.ts')).toContain('testing/e2e/app/new-version.test.ts');
  expect(tried('client/features/downloads/download-database.ts')).toContain('testing/e2e/comics/downloads.test.ts');
  expect(tried('client/screens/chapter/progress/use-reading-position.ts')).toContain(
    'testing/e2e/reader/kept-place.test.ts',
  );
});

test('the tests of a file are chosen, nearest first', () => {
  const files = [
    sourceFile('server/a/rule.ts', ''),
    sourceFile('server/a/rule.test.ts', "import { rule } from './rule.ts';"),
    sourceFile('server/app.ts', "import { rule } from './a/rule.ts';"),
    sourceFile('server/b/far.test.ts', "import { app } from '../app.ts';"),
    sourceFile('server/b/other.test.ts', "import { other } from './other.ts';"),
    sourceFile('testing/e2e/app/navigation.test.ts', ''),
  ];
  expect(coveringTests(files, 'server/a/rule.ts', '')).toEqual(['server/a/rule.test.ts', 'server/b/far.test.ts']);
  expect(coveringTests([...files, sourceFile('client/x.ts', '')], 'client/x.ts', '')).toEqual([
    'testing/e2e/app/navigation.test.ts',
  ]);
  const shapes = sourceFile('contract/shapes.ts', '');
  const speaking = ['far', 'of-teens'].map((name) =>
    sourceFile(`server/${name}.test.ts`, "import { Teen } from '../contract/shapes.ts';"),
  );
  expect(coveringTests([shapes, ...speaking], shapes.path, 'export const Teens = false;')[0]).toBe(
    'server/of-teens.test.ts',
  );
  const many = Array.from({ length: 12 }, (_, i) => sourceFile(`contract/${i}.test.ts`, "import './shapes.ts';"));
  const reference = sourceFile(
    'testing/project/api-reference.test.ts',
    "import { Teen } from '../../contract/shapes.ts';",
  );
  expect(coveringTests([shapes, ...many, reference], shapes.path, '')).toHaveLength(11);
  expect(coveringTests([shapes, ...many, reference], shapes.path, '').at(-1)).toBe(reference.path);
});
