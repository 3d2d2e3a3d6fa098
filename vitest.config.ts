import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/runner/longest-first.ts';

/** Each run of the mutation tests must load the changed file. */
const isolate = process.env.ISOLATE_TESTS === 'true';

/** The client's files that replace modules, or load them anew; with mutants each file is apart anyway. */
const REPLACING = globSync('{client,ui}/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (file) =>
    !isolate && /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
);

/** Threads cost less than processes. */
const CLIENT = { testTimeout: 60_000, hookTimeout: 120_000, pool: 'threads' } as const;

export default defineConfig({
  test: {
    globalSetup: 'testing/database/cluster.ts',
    reporters: ['default', './testing/runner/slowest.ts', './testing/runner/closing-line.ts'],
    // Limits for an event that never happens, not measures of speed: a machine may be several times slower and very busy. The
    // default of one second is short for a notification from one process to another.
    expect: { poll: { timeout: 15_000 } },
    // Two more than there are cores, which keeps them at work; vitest's default on two cores is a single worker. With one more a run
    // took a seventh longer; with three more none was faster, and one or two of five thousand tests waited too long on a slow machine. Few enough for their pools to fit into the connections of one PostgreSQL.
    maxWorkers: Math.min(availableParallelism() + 2, 6),
    sequence: { sequencer: LongestFirst },
    projects: [
      // Loading React and the rest for each file was two thirds of the CPU time of the client's tests.
      {
        extends: true,
        test: {
          name: 'client',
          include: ['{client,console,ui}/**/*.test.{ts,tsx}'],
          exclude: REPLACING,
          isolate,
          ...CLIENT,
        },
      },
      { extends: true, test: { name: 'client-apart', include: REPLACING, isolate: true, ...CLIENT } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,demo,scripts,testing}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // Loading the server anew for each file cost a third of the CPU time of its tests, and the files of a worker share
          // its browser. No file may leave anything behind in a module: nothing of the server keeps state there. One project
          // for both, since a worker is kept within a project alone.
          isolate,
        },
      },
    ],
  },
});
