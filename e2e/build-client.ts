import { ensureBuilt } from '../scripts/build.ts';

/** vitest's globalSetup of the browser tests: the client is built before any of them, once. */
export default async function setUp(): Promise<void> {
  await ensureBuilt();
}
