import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { installForDeveloping, ROOT } from './install.mjs';
import { exitWith } from './run.mjs';

const CHECKS = [
  { name: '类型 tsc', tool: 'tsc', given: ['-b'] },
  { name: '格式 biome', tool: 'biome', given: ['ci', '.'] },
  { name: '规则 oxlint', tool: 'oxlint', given: ['--type-aware'] },
  { name: '构建 vite', tool: 'node', given: ['scripts/build.ts', '--dry-run'] },
  { name: '多余 knip', tool: 'knip', given: [] },
  { name: '架构 vitest', tool: 'vitest', given: ['run', 'testing/project/architecture.test.ts'] },
];

await exitWith(async () => {
  const node = await installForDeveloping();
  // The tools, and the `node` that they run, are those of the project.
  const path = [dirname(node), join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const env = { ...process.env, ...colour, PATH: path, NODE_ENV: 'test' };
  const waiting = [...CHECKS];
  let failed = 0;
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check, env))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), CHECKS.length) }, work));
  return failed === 0 ? 0 : 1;
});

/** Prints one line, and the output of the tool if it failed. */
async function runCheck({ name, tool, given }, env) {
  const started = Date.now();
  const { code, text } = await new Promise((resolve) => {
    const child = spawn(tool, given, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', (error) => resolve({ code: 1, text: String(error) }));
    child.on('close', (exit) => resolve({ code: exit, text: output }));
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '通过' : '失败'} ${name}（${seconds} 秒）`);
  if (code !== 0) console.log(`${text.trim()}\n`);
  return code === 0;
}
