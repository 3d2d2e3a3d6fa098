import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'server/testing/cluster.ts',
    reporters: ['default', './test/slowest.ts', './test/closing-line.ts'],
    // Limits for what never comes, not measures of speed: a machine may be several times slower, and run much at once.
    // A second, the default, is short for a notification from one process to another.
    expect: { poll: { timeout: 15_000 } },
    // Two more than there are cores: browser tests wait for pages most of their time, and vitest's default on two cores is
    // a single worker. Few enough for their pools to fit into the connections of one PostgreSQL.
    maxWorkers: Math.min(availableParallelism() + 2, 6),
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          globalSetup: 'e2e/build-client.ts',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // The files of one worker share its browser, and the server's code is loaded once a worker.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['client/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,test,scripts,bench}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Loading the server anew for each file cost a third of the CPU time of its tests. No file may leave anything
          // behind in a module: nothing of the server keeps state there. Mutants need each run to load what has changed.
          isolate: process.env.ISOLATE_TESTS === 'true',
        },
      },
    ],
  },
});
