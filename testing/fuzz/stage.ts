import { Writable } from 'node:stream';
import pino from 'pino';
import { startTestApp, type TestApp, type TestAppOptions } from '../app/app.ts';
import type { TestPlace } from '../app/test-server.ts';
import { type Cast, gatherCast } from './cast.ts';
import { hashCheaply } from './cheap-hashes.ts';

/** An app for the torture test, its callers, and the errors that it logs. */
export type Stage = { site: TestApp; cast: Cast; faults: string[] };

/** Responses are checked here, because the check is stricter than the app's own. */
export async function openStage(
  options: { place?: TestPlace | undefined } & Pick<TestAppOptions, 'timers'> = {},
): Promise<Stage> {
  hashCheaply();
  const faults: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      faults.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: 'error' }, stream);
  const site = await startTestApp({ ...options, log, smsDailyBudget: Number.MAX_SAFE_INTEGER, checkAnswers: false });
  return { site, cast: await gatherCast(site), faults };
}
