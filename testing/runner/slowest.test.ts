import { expect, test } from 'vitest';
import { slowestText } from './slowest.ts';

/** Runs before anything is installed, so it is plain JavaScript and has no types. */
type SlowestOption = { takeSlowest(args: readonly string[]): { count: number; rest: string[] } };
const OPTION = new URL('../../scripts/slowest-option.mjs', import.meta.url).href;

const FILES = [
  { path: 'a.test.ts', setupMs: 100, importMs: 400, hooksMs: 1_500, tests: [{ name: 'waits', ms: 2_000 }] },
  {
    path: 'b.test.ts',
    setupMs: 0,
    importMs: 100,
    hooksMs: 0,
    tests: [
      { name: 'is quick', ms: 10 },
      { name: 'is slowest', ms: 2_500 },
    ],
  },
];

test('the slowest tests and files come first, and all files are summed up', () => {
  expect(slowestText(FILES, 2).split('\n')).toEqual([
    '最慢的 2 个测试',
    '     2.5 秒  b.test.ts › is slowest',
    '     2.0 秒  a.test.ts › waits',
    '最慢的 2 个文件',
    '     4.0 秒  a.test.ts（准备 0.1 秒，导入 0.4 秒，钩子 1.5 秒，测试 2.0 秒）',
    '     2.6 秒  b.test.ts（准备 0.0 秒，导入 0.1 秒，钩子 0.0 秒，测试 2.5 秒）',
    '2 个文件合计 6.6 秒（准备 0.1 秒，导入 0.5 秒，钩子 1.5 秒，测试 4.5 秒）',
  ]);
});

test.each([
  [['server/core'], { count: 0, rest: ['server/core'] }],
  [['--slowest', '5', 'server/core'], { count: 5, rest: ['server/core'] }],
  [['server/core', '--slowest'], { count: 20, rest: ['server/core'] }],
  [['--slowest=3', '4'], { count: 3, rest: ['4'] }],
  [['--slowest', 'testing/e2e/account/login.test.ts'], { count: 20, rest: ['testing/e2e/account/login.test.ts'] }],
])('npm test -- %j is parsed, and the rest is passed to vitest', async (args, taken) => {
  const { takeSlowest }: SlowestOption = await import(OPTION);
  expect(takeSlowest(args)).toEqual(taken);
});
