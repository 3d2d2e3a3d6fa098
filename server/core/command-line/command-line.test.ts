import { expect, test } from 'vitest';
import { expectNoPositionals, parseOptions, readArgs, wholeNumber } from './command-line.ts';

const HELP = '用法：npm run draw\n';

function read(...argv: string[]) {
  const written = { stdout: '', stderr: '' };
  const output = {
    stdout: { write: (text: string) => (written.stdout += text) },
    stderr: { write: (text: string) => (written.stderr += text) },
  };
  const args = readArgs(HELP, output, () => {
    const { values, positionals } = parseOptions(argv, { size: { type: 'string' }, quick: { type: 'boolean' } });
    expectNoPositionals(positionals);
    return { size: wholeNumber('--size', values.size ?? '7'), isQuick: values.quick === true };
  });
  return { args, ...written };
}

test('valid arguments are returned, and nothing is written', () => {
  expect(read('--quick', '--size', '12')).toEqual({ args: { size: 12, isQuick: true }, stdout: '', stderr: '' });
  expect(read()).toEqual({ args: { size: 7, isQuick: false }, stdout: '', stderr: '' });
});

test.each(['--help', '-h'])('%s prints the help and exits with 0, despite other mistakes', (flag) => {
  expect(read(flag, 'more', '--size', 'x')).toEqual({ args: 0, stdout: HELP, stderr: '' });
});

test.each([
  [['--colour'], '没有 --colour 这个选项'],
  [['-q'], '没有 -q 这个选项'],
  [['--size'], '选项 --size 的写法不对'],
  [['--quick=yes'], '选项 --quick 的写法不对'],
  [['--size', '-3'], '选项 --size 的写法不对'],
  [['--size=-3'], '--size 要写一个不小于 0 的整数'],
  [['--size', '1.5'], '--size 要写一个不小于 0 的整数'],
  [['--size='], '--size 要写一个不小于 0 的整数'],
  [['now'], '没有看懂「now」'],
  [['now', 'then'], '没有看懂「now then」'],
])('%j prints one sentence and the help, and exits with 2', (argv, sentence) => {
  expect(read(...argv)).toEqual({ args: 2, stdout: '', stderr: `${sentence}。\n\n${HELP}` });
});

test('an internal error is not reported as a mistake of the operator', () => {
  const fail = () => {
    throw new TypeError('a bug');
  };
  expect(() => readArgs(HELP, process, fail)).toThrow('a bug');
});
