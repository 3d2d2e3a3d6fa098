import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node';
import { apply, type Mutation } from './mutations.ts';

// Run by main.ts in a copy of the project: applies one mutant at a time and runs tests.

export type Task = { path: string; mutation: Mutation; tests: readonly string[] };
/** The test that failed, or null if all passed. */
export type Verdict = { caughtBy: string | null };

const ROOT = process.cwd();
/** Shorter than in `npm test`, for mutants that wait forever. */
const TEST_TIMEOUT_MS = 30_000;

/** The order of the files is the caller's. */
class GivenOrder {
  sort = async (files: TestSpecification[]) => files;
  shard = async (files: TestSpecification[]) => files;
}

async function open(): Promise<Vitest> {
  const vitest = await createVitest({
    root: ROOT,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    fileParallelism: false,
    reporters: [{}],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    sequence: { sequencer: GivenOrder },
  });
  await vitest.standalone();
  return vitest;
}

async function judge(vitest: Vitest, { path, mutation, tests }: Task): Promise<Verdict> {
  const file = join(ROOT, path);
  const original = await readFile(file, 'utf8');
  try {
    await writeFile(file, apply(original, mutation));
    vitest.invalidateFile(file);
    const of = (runner: Runner) => tests.filter((test) => runnerOf(test) === runner);
    return {
      caughtBy:
        (await failing(vitest, 'client', of('client'))) ??
        (await failing(vitest, 'node', of('node'))) ??
        (await failingInBrowser(vitest, of('browser'))),
    };
  } finally {
    await writeFile(file, original);
    vitest.invalidateFile(file);
  }
}

type Runner = 'client' | 'node' | 'browser';

/** The runner of a test: a project of vitest.config.ts, or a browser with a new client build. */
function runnerOf(test: string): Runner {
  if (test.startsWith('testing/e2e/')) return 'browser';
  return /^(ui|client)\//.test(test) ? 'client' : 'node';
}

async function failingInBrowser(vitest: Vitest, tests: readonly string[]): Promise<string | null> {
  if (tests.length === 0) return null;
  const { build } = await import('../../scripts/build.ts');
  try {
    await build();
  } catch {
    return 'the build of the client';
  }
  return failing(vitest, 'node', tests);
}

async function failing(vitest: Vitest, project: string, tests: readonly string[]): Promise<string | null> {
  let left = tests;
  for (let tries = 0; tries < 3 && left.length > 0; tries++) {
    const { failed, notRun } = await runTests(vitest, project, left);
    if (failed !== null) return failed;
    left = notRun;
  }
  return null;
}

/** `notRun`: after `bail`, vitest may cancel the next run too. */
async function runTests(
  vitest: Vitest,
  project: string,
  tests: readonly string[],
): Promise<{ failed: string | null; notRun: string[] }> {
  const inProject = vitest.getProjectByName(project);
  // Otherwise failures of the previous run count towards `bail`.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  vitest.state.clearErrors();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => inProject.createSpecification(join(ROOT, test))),
  );
  const failed = testModules.find((module) => module.state() === 'failed');
  const test = failed && [...failed.children.allTests()].find((each) => each.result().state === 'failed');
  const notRun = testModules
    .filter(
      (module) => ['queued', 'pending'].includes(module.state()) || isInterrupted([...module.children.allTests()]),
    )
    .map((module) => module.relativeModuleId);
  if (failed) return { failed: `${failed.relativeModuleId} › ${test?.fullName ?? 'does not load'}`, notRun };
  return { failed: unhandledErrors.length > 0 ? 'an error outside the tests' : null, notRun };
}

function isInterrupted(tests: readonly TestCase[]): boolean {
  return tests.some((test) => test.result().state === 'pending');
}

const vitest = await open();
process.on('message', (task: Task) => {
  void judge(vitest, task).then((verdict) => process.send?.(verdict));
});
process.on('disconnect', () => void vitest.close().finally(() => process.exit(0)));
process.send?.('ready');
