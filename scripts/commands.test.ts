import { execFile } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Asked } from '../server/testing/ask-commands.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The programs that read a command line of their own; the server's commands are tested where they are. */
const PROGRAMS: Record<string, string> = {
  bench: 'bench/main.ts',
  fuzz: 'server/testing/fuzz/importer/main.ts',
  torture: 'server/testing/fuzz/main.ts',
};

/** Those of the launcher that have no program of their own. */
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
  'wallet',
];

async function run(...args: string[]) {
  // Vitest may set FORCE_COLOR beside the NO_COLOR of its caller, of which Node warns.
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

describe('a command of the server', () => {
  const answers = new Map<string, Asked>();
  beforeAll(async () => {
    const asking = new Worker(new URL('../server/testing/ask-commands.ts', import.meta.url), {
      workerData: { names: OF_THE_SERVER, args: ['--nonsense'] },
      execArgv: [],
    });
    for await (const [asked] of on(asking, 'message', { close: ['exit'] })) answers.set(asked.name, asked);
  });

  test.each(OF_THE_SERVER)('%s answers an option it does not know with its usage, and the exit code 2', (name) => {
    const { code, stdout = '', stderr = '' } = answers.get(name) ?? {};
    expect(stderr).toMatch(new RegExp(`^没有 --nonsense 这个选项。\n\n用法：[^]*manyu ${name} `));
    expect(stderr).not.toContain('    at ');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

test('the launcher and the server know the same commands', async () => {
  const { code, stderr } = await run('server/cli.ts', 'nonsense');
  const names = /可用的命令：(.*)\n$/.exec(String(stderr))?.[1]?.split('、');
  expect({ code, names: names?.sort() }).toEqual({ code: 2, names: OF_THE_SERVER });
  const { stdout } = await run('scripts/manyu.mjs', '--help');
  for (const name of OF_THE_SERVER) expect(stdout).toContain(`\n  ${name} `);
});
