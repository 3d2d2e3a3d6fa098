import { expect, test } from 'vitest';
import { expectNoPositionals, parseOptions, readUsage, wholeNumber } from './command-line.ts';

const HELP = '用法：npm run draw\n';

function read(...args: string[]) {
  const written = { stdout: '', stderr: '' };
  const output = {
    stdout: { write: (text: string) => (written.stdout += text) },
    stderr: { write: (text: string) => (written.stderr += text) },
  };
  const usage = readUsage(HELP, output, () => {
    const { values, positionals } = parseOptions(args, { size: { type: 'string' }, quick: { type: 'boolean' } });
    if (values.help) return null;
    expectNoPositionals(positionals);
    return { size: wholeNumber('--size', values.size ?? '7'), isQuick: values.quick === true };
  });
  return { usage, ...written };
}

test('a valid usage is returned, with nothing written', () => {
  expect(read('--quick', '--size', '12')).toEqual({ usage: { size: 12, isQuick: true }, stdout: '', stderr: '' });
  expect(read()).toEqual({ usage: { size: 7, isQuick: false }, stdout: '', stderr: '' });
});

test.each(['--help', '-h'])('%s shows the usage and ends well, whatever else is wrong', (flag) => {
  expect(read(flag, 'more', '--size', 'x')).toEqual({ usage: 0, stdout: HELP, stderr: '' });
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
])('%j is answered with one sentence, the usage, and the exit code 2', (args, sentence) => {
  expect(read(...args)).toEqual({ usage: 2, stdout: '', stderr: `${sentence}。\n\n${HELP}` });
});

test('an error that is no mistake of the operator is not hidden as one', () => {
  const fail = () => {
    throw new TypeError('a bug');
  };
  expect(() => readUsage(HELP, process, fail)).toThrow('a bug');
});
