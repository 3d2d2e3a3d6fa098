import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  expectNoPositionals,
  parseOptions,
  readArgs,
  wholeNumber,
} from '../../server/core/command-line/command-line.ts';
import { seededRandom } from '../app/seeded-random.ts';
import { readSourceTree, type SourceFile } from '../project/architecture/source-tree.ts';
import { coveringTests } from './covering-tests.ts';
import { mutationsOf } from './mutations.ts';
import { areaOf, drawSample, isInScope, type Mutant } from './sample.ts';
import type { Task, Verdict } from './worker.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A mutant that runs longer counts as detected. */
const MOST_MS = 150_000;
const USAGE = `用法：npm run mutants -- [选项]
  在源码的副本里一次改坏一处，看有没有测试失败。
  --sample <数目>   抽多少处，默认 200
  --seed <种子>     抽同样的几处；不写就换新的
  --only <路径>     只改这个路径下面的文件
  --workers <数目>  并排几个，默认与核一样多
  --list            只列出抽到的，不运行
`;

type Options = { sample: number; seed: number; only: string; workers: number; lists: boolean };

function readOptions(args: readonly string[]): Options {
  const string = { type: 'string' } as const;
  const { values, positionals } = parseOptions(args, {
    sample: string,
    seed: string,
    only: string,
    workers: string,
    list: { type: 'boolean' },
  });
  expectNoPositionals(positionals);
  return {
    sample: wholeNumber('--sample', values.sample ?? '200'),
    seed: wholeNumber('--seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31))),
    only: values.only ?? '',
    workers: Math.max(1, wholeNumber('--workers', values.workers ?? String(availableParallelism()))),
    lists: values.list === true,
  };
}

async function main(): Promise<number> {
  const options = readArgs(USAGE, process, () => readOptions(process.argv.slice(2)));
  if (typeof options === 'number') return options;
  const files = readSourceTree();
  const mutants = files
    .filter(({ path }) => isInScope(path) && path.startsWith(options.only))
    .flatMap(({ path, text }) => mutationsOf(path, text).map((mutation) => ({ ...mutation, path })));
  const sample = drawSample(mutants, options.sample, seededRandom(options.seed, 0));
  console.log(`共 ${mutants.length} 处可以改坏，抽 ${sample.length} 处（--seed ${options.seed}）`);
  if (options.lists) {
    for (const mutant of sample) console.log(describe(mutant));
    return 0;
  }
  const startedAt = performance.now();
  const survivors = await judgeAll(sample, files, options.workers);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  report(sample, survivors, (mutant) => testsFor(files, mutant).every((test) => test.startsWith('testing/e2e/')));
  const caught = sample.length - survivors.length;
  console.log(`${sample.length} 处中发现 ${caught} 处（${percent(caught, sample.length)}），用了 ${minutes} 分钟`);
  return 0;
}

/** Tests all mutants; returns the undetected ones. */
async function judgeAll(sample: readonly Mutant[], files: readonly SourceFile[], workers: number): Promise<Mutant[]> {
  const left = [...sample];
  const survivors: Mutant[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'manyu-mutants-'));
  const work = async (name: string) => {
    const copy = copyProject(join(folder, name));
    let worker: ChildProcess | undefined;
    for (let mutant = left.shift(); mutant; mutant = left.shift()) {
      worker ??= await startWorker(copy);
      const { path, ...mutation } = mutant;
      const verdict = await judge(worker, { path, mutation, tests: testsFor(files, mutant) });
      if (verdict === 'endless') {
        killGroup(worker);
        worker = undefined;
        rmSync(copy, { recursive: true });
        copyProject(join(folder, name));
      } else if (verdict.caughtBy === null) survivors.push(mutant);
      const how = verdict === 'endless' ? 'endless' : (verdict.caughtBy ?? 'SURVIVED');
      console.log(`${sample.length - left.length}/${sample.length}  ${describe(mutant)}\n        ${how}`);
    }
    worker?.disconnect();
    if (worker) await once(worker, 'exit');
  };
  try {
    await Promise.all(Array.from({ length: workers }, (_, index) => work(String(index))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return survivors;
}

function testsFor(files: readonly SourceFile[], { path, line }: Mutant): string[] {
  const lines = files.find((file) => file.path === path)?.text.split('\n') ?? [];
  return coveringTests(files, path, lines[line - 1] ?? '');
}

/** A copy of the project with its packages, the built client and the comics. */
function copyProject(folder: string): string {
  const copy = join(folder, 'project');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const path of listed.toString().split('\0').filter(Boolean))
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path));
  mkdirSync(copy, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  if (existsSync(join(ROOT, 'dist'))) cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true });
  const shared = join(ROOT, '../shared');
  if (existsSync(shared) && !existsSync(join(folder, 'shared'))) symlinkSync(shared, join(folder, 'shared'));
  return copy;
}

async function startWorker(copy: string): Promise<ChildProcess> {
  const worker = fork(join(copy, 'testing/mutants/worker.ts'), [], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test', ISOLATE_TESTS: 'true' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  await once(worker, 'message');
  return worker;
}

async function judge(worker: ChildProcess, task: Task): Promise<Verdict | 'endless'> {
  worker.send(task);
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(MOST_MS)]);
  const exit = once(worker, 'exit', { signal }).then(() => 'endless' as const);
  const message = once(worker, 'message', { signal }).then(([verdict]: Verdict[]) => verdict ?? ('endless' as const));
  try {
    return await Promise.race([message, exit]);
  } catch {
    return 'endless';
  } finally {
    answered.abort();
    await Promise.allSettled([message, exit]);
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function report(
  sample: readonly Mutant[],
  survivors: readonly Mutant[],
  isForBrowsersOnly: (mutant: Mutant) => boolean,
): void {
  console.log('\n各部分');
  for (const [area, mutants] of Map.groupBy(sample, ({ path }) => areaOf(path))) {
    const caught = mutants.filter((mutant) => !survivors.includes(mutant)).length;
    console.log(`  ${area.padEnd(30)} ${caught}/${mutants.length}`);
  }
  if (survivors.length > 0) console.log('\n没有测试发现的');
  for (const mutant of survivors)
    console.log(`  ${describe(mutant)}${isForBrowsersOnly(mutant) ? '（只由浏览器测试看得到）' : ''}`);
  console.log('');
}

function describe({ path, line, kind, original, replacement }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 70);
  return `${path}:${line} ${kind}: ${short(original)} → ${short(replacement)}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)} %`;
}

process.exitCode = await main();
