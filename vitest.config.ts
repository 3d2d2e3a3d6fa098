import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'server/testing/cluster.ts',
    reporters: ['default', './test/closing-line.ts'],
    // Limits for what never comes, not measures of speed: a machine may be several times slower, and run much at once.
    // A second, the default, is short for anything that is told from one process to another.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,client,console,test,scripts,bench}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          // The first one builds the client and starts a browser that was never started before.
          hookTimeout: 300_000,
          // One browser and one server at a time, after everything else: they need the machine for themselves.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
