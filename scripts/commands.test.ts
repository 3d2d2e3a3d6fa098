import { execFile } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnsweredQuestion, Question } from '../testing/app/ask-commands.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Programs that parse their own command line. */
const PROGRAMS: Record<string, string> = {
  bench: 'testing/bench/main.ts',
  fuzz: 'testing/fuzz/importer/main.ts',
  torture: 'testing/fuzz/main.ts',
};

/** Commands of the server. */
const OF_THE_SERVER = [
  'alert',
  'backup',
  'channels',
  'comics',
  'demo',
  'doctor',
  'editorial',
  'feedback',
  'figures',
  'import',
  'orders',
  'readers',
  'reconcile',
  'restore',
  'search',
  'sms',
  'staff',
  'wallet',
];

async function run(...args: string[]) {
  // Vitest may set FORCE_COLOR in addition to an inherited NO_COLOR, and Node would print a warning.
  const env = { ...process.env, NO_COLOR: undefined };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error;
    return { code: error.code, stdout: error.stdout, stderr: error.stderr };
  }
}

describe.each(Object.entries(PROGRAMS))('%s', (name, program) => {
  test('answers an option it does not know with its usage, and the exit code 2', async () => {
    const { code, stdout, stderr } = await run(program, '--nonsense');
    expect(stderr).toMatch(new RegExp(`^没有 --nonsense 这个选项。\n\n用法：npm run ${name} -- `));
    expect(stderr).not.toContain('    at ');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

/** Runs commands of the server one after the other in a worker. */
async function ask(questions: Question[]): Promise<AnsweredQuestion[]> {
  const asking = new Worker(new URL('../testing/app/ask-commands.ts', import.meta.url), {
    workerData: questions,
    execArgv: [],
  });
  const answers: AnsweredQuestion[] = [];
  for await (const [asked] of on(asking, 'message', { close: ['exit'] })) answers.push(asked);
  return answers;
}

describe('a command of the server', () => {
  const answers = new Map<string, AnsweredQuestion>();
  beforeAll(async () => {
    const asked = await ask(OF_THE_SERVER.map((name) => ({ name, args: ['--nonsense'] })));
    for (const each of asked) answers.set(each.name, each);
  });

  test.each(OF_THE_SERVER)('%s answers an option it does not know with its usage, and the exit code 2', (name) => {
    const { code, stdout = '', stderr = '' } = answers.get(name) ?? {};
    expect(stderr).toMatch(new RegExp(`^没有 --nonsense 这个选项。\n\n用法：[^]*manyu ${name} `));
    expect(stderr).not.toContain('    at ');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

/** The environment variable that npm sets for an option that it takes; null if there is none. */
function shownByNpm(option: string): Record<string, string> | null {
  if (['before', 'description'].includes(option)) return null;
  if (['day', 'days'].includes(option))
    return { npm_config_all: 'true', npm_config_loglevel: 'info', npm_config_yes: 'true' };
  return { [`npm_config_${option.replaceAll('-', '_')}`]: 'true' };
}

test('an option that npm has taken is refused', async () => {
  const ways = [...OF_THE_SERVER.map((name) => [name]), ['sms', 'check']];
  const helps = await ask(ways.map(([name = '', ...rest]) => ({ name, args: [...rest, '--help'] })));
  const questions = helps.flatMap(({ name, args, stdout }) =>
    [...new Set([...stdout.matchAll(/--([a-z][a-z-]+)/g)].map(([, option = '']) => option))].flatMap((option) => {
      const env = option === 'help' ? null : shownByNpm(option);
      return env ? [{ name, args: args.slice(0, -1), env: { ...env, npm_lifecycle_event: name }, option }] : [];
    }),
  );
  const answers = await ask(questions);
  expect(answers.length).toBeGreaterThan(40);
  const faults = answers.filter(({ stderr }, at) => !stderr.startsWith(`npm 把 --${questions[at]?.option} 当作`));
  expect(faults.map(({ name, args, stderr }) => ({ name, args, stderr: stderr.slice(0, 80) }))).toEqual([]);
});

test('commands refuse a relative file name if the current folder can’t be entered', async () => {
  const env = { MANYU_CLOSED_FOLDER: '/root/漫画' };
  const lines = [['backup'], ['restore'], ['import'], ['editorial', 'apply'], ['editorial', 'export']];
  const answers = await ask(lines.map(([name = '', ...rest]) => ({ name, args: [...rest, '甲'], env })));
  for (const { stderr } of answers) expect(stderr).toMatch(/^运行命令的用户进不了 \/root\/漫画：「甲」请写完整的路径/);
});

test('npm takes an option before --, and the command does nothing', async () => {
  const typed = promisify(execFile)('npm', ['run', '-s', 'import', '/nowhere', '--dry-run'], { cwd: ROOT });
  await expect(typed).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/npm 把 --dry-run 当作/) });
});

test('the launcher and the server know the same commands', async () => {
  const { code, stderr } = await run('server/cli.ts', 'nonsense');
  const names = /可用的命令：(.*)\n$/.exec(String(stderr))?.[1]?.split('、');
  expect({ code, names: names?.sort() }).toEqual({ code: 2, names: OF_THE_SERVER });
  const { stdout } = await run('scripts/manyu.mjs', '--help');
  for (const name of OF_THE_SERVER) expect(stdout).toContain(`\n  ${name} `);
});
