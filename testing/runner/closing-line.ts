import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Prints `N passed, N failed, N skipped` as the last line, after the output of the teardown. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const line = closingLine(modules, unhandled.length);
    process.once('exit', () => writeSync(1, `${line}\n`));
  }
}

function closingLine(modules: readonly TestModule[], unhandled: number): string {
  const count = { passed: 0, failed: unhandled, skipped: 0 };
  for (const module of modules) {
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'failed') failedHere += 1;
      else count[state === 'passed' ? 'passed' : 'skipped'] += 1;
    }
    // A file that can't be loaded, or whose hook failed, has no failed test.
    if (failedHere === 0 && module.state() === 'failed') failedHere = 1;
    count.failed += failedHere;
  }
  return `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
}
