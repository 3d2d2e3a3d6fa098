import type { Reporter, TestModule } from 'vitest/node';

/** The time of one file in milliseconds: setup, import, tests and hooks. */
export type FileTime = {
  path: string;
  setupMs: number;
  importMs: number;
  hooksMs: number;
  tests: { name: string; ms: number }[];
};

/** Prints the slowest tests for `npm test -- --slowest`. */
export default class Slowest implements Reporter {
  private readonly count = Number(process.env.SLOWEST ?? 0);

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.count > 0) console.log(slowestText(modules.map(fileTimeOf), this.count));
  }
}

function fileTimeOf(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    ms: test.diagnostic()?.duration ?? 0,
  }));
  return {
    path: module.relativeModuleId,
    setupMs: environmentSetupDuration + prepareDuration + setupDuration,
    importMs: collectDuration,
    // Tests of one file may run at once.
    hooksMs: Math.max(0, duration - sum(tests.map(({ ms }) => ms))),
    tests,
  };
}

/** The slowest tests, the slowest files, and all files together. */
export function slowestText(files: readonly FileTime[], count: number): string {
  const tests = files.flatMap(({ path, tests }) => tests.map(({ name, ms }) => ({ ms, text: `${path} › ${name}` })));
  const whole = files.map((file) => ({
    ms: file.setupMs + file.importMs + file.hooksMs + testsMs(file),
    text: `${file.path}（${partsOf([file])}）`,
  }));
  return [
    `最慢的 ${Math.min(count, tests.length)} 个测试`,
    ...slowestLines(tests, count),
    `最慢的 ${Math.min(count, whole.length)} 个文件`,
    ...slowestLines(whole, count),
    `${files.length} 个文件合计 ${seconds(sum(whole.map(({ ms }) => ms)))}（${partsOf(files)}）`,
  ].join('\n');
}

function slowestLines(all: { ms: number; text: string }[], count: number): string[] {
  return all
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ ms, text }) => `${seconds(ms).padStart(10)}  ${text}`);
}

function partsOf(files: readonly FileTime[]): string {
  const part = (name: string, msOf: (file: FileTime) => number) => `${name} ${seconds(sum(files.map(msOf)))}`;
  return [
    part('准备', ({ setupMs }) => setupMs),
    part('导入', ({ importMs }) => importMs),
    part('钩子', ({ hooksMs }) => hooksMs),
    part('测试', testsMs),
  ].join('，');
}

function testsMs({ tests }: FileTime): number {
  return sum(tests.map(({ ms }) => ms));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} 秒`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
