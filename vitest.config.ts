import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'server/testing/cluster.ts',
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,client,console,test,scripts,bench}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A second, the default, is short for a screen on a busy machine.
          expect: { poll: { timeout: 6_000 } },
          // One browser and one server at a time, after everything else: they need the machine for themselves.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
