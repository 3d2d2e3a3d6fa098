import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app/app.ts';

setFlagsFromString('--expose_gc');
const collectGarbage: unknown = runInNewContext('gc');

/** An app that was used and has ended. A forgotten timer or listener may keep the last one in memory. */
async function endedApp(): Promise<WeakRef<object>> {
  const site = await startTestApp();
  await site.visitor();
  await site.close();
  return new WeakRef(site.app);
}

test('an ended app is garbage collected, so that a process with many apps does not grow', async () => {
  const [first] = [await endedApp(), await endedApp()];
  const isGone = () => {
    if (typeof collectGarbage === 'function') collectGarbage();
    return first.deref() === undefined;
  };
  await expect.poll(isGone, { interval: 200 }).toBe(true);
});
